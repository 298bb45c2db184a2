import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { isPasskeyAutofillSupported } from '#device/passkeys.ts'
import { cancelPasskeyAutofill, signInByPasskey } from './passkeySignIn.ts'

/** A challenge lives for five minutes; the offer is made anew before that. */
const renewMs = 270_000

/** The browser's own offer of passkeys in the account field, for as long as this page is open. Gives why the last one was refused. */
export function usePasskeyAutofill(onSignedIn: () => void): ApiError | undefined {
  const done = useRef(onSignedIn)
  const [refusal, setRefusal] = useState<ApiError>()
  useEffect(() => {
    done.current = onSignedIn
  })
  useEffect(() => {
    let isHere = true
    let hasOffered = false
    const offer = async (): Promise<void> => {
      if (!(await isPasskeyAutofillSupported()) || !isHere) return
      hasOffered = true
      await signInByPasskey({ fillIn: true })
      if (isHere) done.current()
    }
    const begin = (): void => {
      offer().catch((error: unknown) => {
        // Turned away, or another way was taken: only a passkey that was chosen and refused is worth a word.
        if (isHere && error instanceof ApiError && error.key === 'PASSKEY_FAILED') setRefusal(error)
      })
    }
    begin()
    const timer = setInterval(begin, renewMs)
    return () => {
      isHere = false
      clearInterval(timer)
      if (hasOffered) void cancelPasskeyAutofill()
    }
  }, [])
  return refusal
}
