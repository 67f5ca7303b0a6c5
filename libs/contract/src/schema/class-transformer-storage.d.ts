// class-transformer ships this file without types; see class-validator-jsonschema's readme.
declare module 'class-transformer/cjs/storage.js' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports -- an ambient module cannot import
  export const defaultMetadataStorage: import('class-transformer/types/MetadataStorage.js').MetadataStorage;
}
