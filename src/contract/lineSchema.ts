import * as z from 'zod/mini'

// Any script; but nothing that cannot be seen or that turns the reading order of what follows.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u

/** A line of text: trimmed, its spaces made single, `least` to `most` characters as a person counts them. */
export const textLineSchemaOfLength = (least: number, most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(800)),
      z.transform((text: string) => text.normalize('NFC').trim().replace(/ +/g, ' ')),
    ),
    z.string().check(z.refine((text) => !unseen.test(text) && [...text].length >= least && [...text].length <= most, 'length')),
  )
