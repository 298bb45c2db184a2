import type { PublishedReserve, PublishedTerm } from '#contract/calls/fairness.ts'

// What is signed of the public numbers (docs/rules/fair-dealing.md): the server signs these texts, and anyone makes them again from what is shown.

/** The numbers as JSON, exactly as they were signed. */
export const fairStatsSigningText = (text: string, ms: number): string => `fair-stats-v1|${ms}|${text}`

/** `fair-reserves-v1|ms`, then one line per reserve, `account|currency|balance|covers`, '-' for null. */
export const reservesSigningText = (reserves: readonly PublishedReserve[], ms: number): string =>
  [
    `fair-reserves-v1|${ms}`,
    ...reserves.map(({ account, currency, balance, covers }) => `${account}|${currency}|${balance}|${covers ?? '-'}`),
  ].join('\n')

/** `fair-terms-v1|ms`, then a line for each term. */
export const termsSigningText = (terms: readonly PublishedTerm[], ms: number): string =>
  [
    `fair-terms-v1|${ms}`,
    ...terms.map(({ area, subject, name, value, fromMs, publishedMs, by, calledOffMs }) =>
      [area, subject, name, value ?? '-', fromMs, publishedMs, by, calledOffMs ?? '-'].join('|'),
    ),
  ].join('\n')
