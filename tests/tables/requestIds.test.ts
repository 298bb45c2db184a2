import { expect, it } from 'vitest'
import { sourcesUnder, textOf } from './sources.ts'

/** Random ids that name something else than what a person wants. */
const others: Record<string, string> = {
  'src/api/sealing/seal.ts': 'the nonce of a sealed body',
  'src/widgets/identity/usePhotoUploadField.ts': 'the key of a picture in its list',
}

const sources = sourcesUnder('src').filter((file) => !file.endsWith('.test.ts'))

// A second way to be idempotent would decide once more what a retry is, and be wrong about it somewhere.
it('ids of requests are made in one place', () => {
  const making = sources.filter((file) => /randomUUID/.test(textOf(file)) && !(file in others))
  expect(making).toEqual(['src/api/requestIds.ts'])
})

it('and every screen or widget that sends one has it from there', () => {
  // Handed on: the page's adapter sends what the sheets give it, the draft stores it.
  const handing = [
    'src/screens/trading/tradingAdapter.ts',
    'src/screens/trading/useServerAdapter.ts',
    'src/screens/support/messageDraft.ts',
  ]
  const sending = sources.filter((file) => /^src\/(screens|widgets|app)\//.test(file) && /\brequestId\b/.test(textOf(file)))
  expect(sending.length).toBeGreaterThan(40)
  const elsewhere = sending.filter((file) => !/'#api\/requestIds\.ts'|useConfirmation\(|<CancelSheet\b/.test(textOf(file)))
  expect(elsewhere).toEqual(handing.toSorted())
})
