import { useMemo } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useSecondsUntil } from '#widgets/form/useSecondsUntil.ts'

interface CodeWait {
  /** Why no code may be asked for yet, counting down; undefined once one may. */
  wait: string | undefined
  /** Any other failure. */
  fault: ApiError | null
}

/** What came of asking for a code. One a minute goes to an address, whatever it is for: asked too soon is a wait and no fault. */
export function useOneTimeCodeWaitOrError(error: ApiError | null): CodeWait {
  const soon = error?.key === 'CAPTCHA_TOO_SOON' ? error : null
  const said = Number(soon?.detail['seconds'] ?? 0)
  const until = useMemo(() => (soon ? Date.now() + said * 1000 : 0), [soon, said])
  const left = useSecondsUntil(until)
  // The server's own words, with the seconds that are left of those it named.
  return { wait: soon && left > 0 ? soon.message.replace(String(said), String(left)) : undefined, fault: soon ? null : error }
}
