import { Refusal } from '#contract/refusals.ts'

const titleMost = 80
// Control characters other than line feed, and those that turn or hide what is written.
const unseen = /[\p{Cc}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}\p{Co}]/gu

/** What somebody wrote, as it is kept: one spelling of each letter, nothing that hides or turns other words. Refuses validation when nothing is left. */
export function cleanTicketText(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(unseen, (sign) => (sign === '\n' ? sign : ''))
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (clean === '') throw new Refusal('validation', { field: 'text', rule: 'too_small' })
  // NFC can make a text longer.
  if (clean.length > 2000) throw new Refusal('validation', { field: 'text', rule: 'too_big' })
  return clean
}

/** The first line, cut where it is long. */
export function supportTicketTitleOf(text: string): string {
  const line = Array.from(text.split('\n', 1)[0] ?? '')
  return line.length <= titleMost
    ? line.join('')
    : `${line
        .slice(0, titleMost - 1)
        .join('')
        .trimEnd()}…`
}
