import { useRef, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { queryClient } from '#api/queryClient.ts'
import { verification } from '#contract/calls/verification.ts'
import { handIn, PhotoFailed } from './handIn.ts'
import type { PhotoName } from './papers.ts'
import type { PapersState } from './usePapers.ts'

export interface HandingIn {
  isBusy: boolean
  failure: Error | undefined
  /** The picture that did not arrive. */
  failedPhoto: PhotoName | undefined
  /** No answer came: handing in again is safe, since it counts once. */
  isOpen: boolean
  sent: Partial<Record<PhotoName, number>>
  handIn: () => void
}

/** Hands the form in and wipes the draft once it is there. */
export function useHandIn({ papers, change, forget }: PapersState, onDone: () => void): HandingIn {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [sent, setSent] = useState<HandingIn['sent']>({})
  const latest = useRef(papers)
  latest.current = papers
  const run = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    // How far each picture is on its way stands at the top.
    window.scrollTo(0, 0)
    try {
      await handIn(latest.current, { onSent: (name, part) => setSent((now) => ({ ...now, [name]: part })), onChange: change })
      await forget()
      for (const path of verification.applyBasic.touches) void queryClient.invalidateQueries({ queryKey: [path] })
      onDone()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setBusy(false)
    }
  }
  const isPhoto = failure instanceof PhotoFailed
  return {
    isBusy,
    failure,
    failedPhoto: isPhoto ? failure.photo : undefined,
    isOpen: failure !== undefined && !isPhoto && isUnanswered(failure),
    sent,
    handIn: () => void run(),
  }
}
