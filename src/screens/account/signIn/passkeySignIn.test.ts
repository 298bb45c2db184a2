import { afterEach, expect, it, vi } from 'vitest'
import { patienceMs } from '../../../../tests/support/patience.ts'

/** A busy machine is slow, not wrong. */
const waiting = { timeout: patienceMs }

const begun: boolean[] = []
const late: { answer?: () => void } = {}
vi.mock('#api/send.ts', () => ({
  // The standing offer's options come when the test says; those of a tap at once.
  sendApiCall: vi.fn(async () => {
    if (late.answer === undefined)
      await new Promise<void>((answer) => {
        late.answer = answer
      })
    return {}
  }),
}))
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: ({ useBrowserAutofill }: { useBrowserAutofill: boolean }) => {
    begun.push(useBrowserAutofill)
    return new Promise(() => undefined)
  },
}))
vi.mock('./startSession.ts', () => ({ startSignedInSession: vi.fn() }))

afterEach(() => begun.splice(0))

it('lets the standing offer give way to a tap, however late its options come', async () => {
  const { signInByPasskey } = await import('./passkeySignIn.ts')
  const offer = signInByPasskey({ fillIn: true })
  await vi.waitFor(() => expect(late.answer).toBeDefined(), waiting)
  void signInByPasskey()
  await vi.waitFor(() => expect(begun).toEqual([false]), waiting)
  late.answer?.()
  await expect(offer).rejects.toThrow('meanwhile')
  expect(begun).toEqual([false])
})
