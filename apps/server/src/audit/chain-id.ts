/** The audit's chain bears the name of the data folder (design §5). */
export { dataFolderId as chainId } from '../config/index.js';
