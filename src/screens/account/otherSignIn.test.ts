import { afterEach, expect, it, vi } from 'vitest'

const begun: boolean[] = []
const late: { answer?: () => void } = {}
vi.mock('#api/send.ts', () => ({
  // The standing offer's options come when the test says; those of a tap at once.
  send: vi.fn(async () => {
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
vi.mock('./enter.ts', () => ({ enter: vi.fn() }))

afterEach(() => begun.splice(0))

it('lets the standing offer give way to a tap, however late its options come', async () => {
  const { signInByPasskey } = await import('./otherSignIn.ts')
  const offer = signInByPasskey({ fillIn: true })
  await vi.waitFor(() => expect(late.answer).toBeDefined())
  void signInByPasskey()
  await vi.waitFor(() => expect(begun).toEqual([false]))
  late.answer?.()
  await expect(offer).rejects.toThrow('meanwhile')
  expect(begun).toEqual([false])
})
