import { MessagesApi } from '@kenny/testing';
import { appendFileSync, readFileSync } from 'node:fs';

/**
 * The mock of the Messages API as a process of its own. It gives the answers of the first file in
 * their order, writes each request as a line into the second, and ends with a fault when it had to
 * refuse a request or an answer was not asked for.
 */
const [answersFile, requestsFile] = process.argv.slice(2);
const api = await MessagesApi.start();
api.lists([{ id: 'claude-sonnet-4-6' }]);
api.answers(...JSON.parse(readFileSync(answersFile, 'utf8')));
process.on('SIGTERM', () => {
  api.stop().then(
    () => process.exit(0),
    (error) => {
      console.error(String(error));
      process.exit(1);
    },
  );
});
console.log(`answering at ${api.url} with key ${api.key}`);
for (let count = 1; ; count += 1) {
  await api.asked(count);
  appendFileSync(requestsFile, `${api.requests[count - 1].text}\n`);
}
