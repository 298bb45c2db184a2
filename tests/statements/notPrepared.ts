/** Files whose statements the database takes only as they run: several at once, which cannot be prepared. */
export const notDescribed: Record<string, string> = {
  'server/db/migrate.ts': 'the statements that make the schema: several at once, and run by every test',
}

/** Statements that are put together from what is known only when the server runs, by file. This list only gets shorter. */
export const knownOnlyWhenItRuns: Record<string, { count: number; why: string }> = {
  'server/account/handlers.ts': { count: 1, why: 'the condition comes out of a pair' },
  'server/account/people.ts': { count: 1, why: 'conditions are given to a function that is kept in a constant' },
  'server/core/ownOrder.ts': { count: 1, why: 'the table is looked up by the number that was asked for' },
  'server/dataRights/archive.ts': { count: 1, why: 'goes through a list of statements' },
  'server/dataRights/executeDeletions.ts': { count: 2, why: 'goes through lists of tables' },
  'server/dataRights/obstacles.ts': { count: 1, why: 'one statement of a list of conditions' },
  'server/dataRights/profileFiles.ts': { count: 1, why: 'goes through a list of statements' },
  'server/dataRights/tables.ts': { count: 1, why: 'statements are made from a list of tables' },
  'server/db/database.ts': { count: 2, why: 'the place through which all others go' },
  'server/db/listenConnection.ts': { count: 1, why: 'the channel is named by the caller' },
  'server/db/migrate.ts': { count: 1, why: 'the migrations, read from files' },
  'server/db/pubsub.ts': { count: 1, why: 'the channel is named by the caller' },
  'server/ieo/eachOrder.ts': { count: 1, why: 'the condition is given by the work' },
  'server/ledger/checks/invariantQuery.ts': { count: 1, why: 'goes through lists of statements, by ranges of keys' },
  'server/ledger/recordCounts.ts': { count: 1, why: 'conditions are added by what is asked for' },
  'server/ledger/records.ts': { count: 1, why: 'conditions are added by what is asked for' },
  'server/loans/overdue.ts': { count: 1, why: 'the condition is given by the work' },
  'server/market/record/store.ts': { count: 2, why: 'the partition of a day' },
  'server/notifications/inbox/store.ts': { count: 1, why: 'its parameters are numbered by how many are given' },
  'server/products/memoizeReads.ts': { count: 1, why: 'passes on what it is given' },
  'server/products/seedProducts.ts': { count: 1, why: 'columns of a list, each with its own choice' },
  'server/spot/recheck.ts': { count: 1, why: 'the condition is given by the scope' },
  'server/spot/store.ts': { count: 1, why: 'the numbers of its parameters are moved by replacing text' },
  'server/trading/kinds.ts': { count: 3, why: 'one statement of all kinds of orders that are registered' },
  'server/trading/recheck.ts': { count: 1, why: 'the condition is given by the scope' },
}
