import { parseSearchWith } from '@tanstack/react-router'

/** What stands behind the question mark. More digits than a number keeps are an id, which stays as it is written. */
export const readSearch = parseSearchWith((text) => (/^\d{16,}$/.test(text) ? text : JSON.parse(text)))
