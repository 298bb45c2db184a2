import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { profile } from './calls/profile.ts'
import { verification } from './calls/verification.ts'

const read = (schema: z.ZodMiniType, text: string) => z.safeDecode(schema, text)

test('a verified name has the form in which personal information is compared with it', () => {
  for (const given of [' Ana  Mari\u0301a ', 'Ana Mar\u00eda']) {
    for (const { surname } of [verification.applyBasic.body.shape, profile.savePersonal.body.shape]) {
      expect(read(surname, given).data).toBe('Ana Mar\u00eda')
    }
  }
})

test('a verified name is a line of text that marks up nothing', () => {
  const { surname } = verification.applyBasic.body.shape
  for (const given of ['', '  ', 'a'.repeat(61), 'A\nB', 'A\u202eB', '<b>']) expect(read(surname, given).success, given).toBe(false)
  for (const given of ['L', "O'Brien", '\u5c71\u7530', 'a'.repeat(60)]) expect(read(surname, given).success, given).toBe(true)
})
