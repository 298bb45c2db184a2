import type { Reserve, Term } from '#contract/calls/fairness.ts'

// What is signed of the public numbers (product §3.9): the server signs these texts, and anyone makes them again from what is shown.

/** Call 166: the numbers as JSON, exactly as they were signed. */
export const statsText = (text: string, ms: number): string => `fair-stats-v1|${ms}|${text}`

/** Call 167: `fair-reserves-v1|ms`, then one line per reserve, `account|currency|balance|covers`, '-' for null. */
export const reservesText = (reserves: readonly Reserve[], ms: number): string =>
  [
    `fair-reserves-v1|${ms}`,
    ...reserves.map(({ account, currency, balance, covers }) => `${account}|${currency}|${balance}|${covers ?? '-'}`),
  ].join('\n')

/** Call 168: `fair-terms-v1|ms`, then a line for each term. */
export const termsText = (terms: readonly Term[], ms: number): string =>
  [
    `fair-terms-v1|${ms}`,
    ...terms.map(({ area, subject, name, value, fromMs, publishedMs, by, calledOffMs }) =>
      [area, subject, name, value ?? '-', fromMs, publishedMs, by, calledOffMs ?? '-'].join('|'),
    ),
  ].join('\n')
