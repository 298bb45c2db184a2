import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** An id of nineteen digits is text: as a number it would lose its end. */
const readValue = (text: string): unknown => (/^\d{16,}$/.test(text) ? text : JSON.parse(text))

/** How the part of an address after `?` is read and written, so that a link with bare digits from a mail or a notice leads where it says. */
export const urlSearchSerializer = {
  parseSearch: parseSearchWith(readValue),
  stringifySearch: stringifySearchWith(JSON.stringify, readValue),
}
