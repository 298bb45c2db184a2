import { useMutation } from '@tanstack/react-query'
import { passkeys } from '#contract/calls/passkeys.ts'
import { sendApiCall } from '#api/send.ts'

/** A passkey's proof that it is still the person: for the one call of this path, good for five minutes. Rejects with the browser's own error when they turn away. */
export function usePasskeyProof(action: string) {
  return useMutation<string, Error, void>({
    mutationFn: async () => {
      const options = await sendApiCall(passkeys.options, { purpose: 'stepUp' })
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const credential = await startAuthentication({ optionsJSON: options })
      return (await sendApiCall(passkeys.stepUp, { credential, action })).stepUpToken
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
}
