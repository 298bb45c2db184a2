import { useRef, useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { queryClient } from '#api/queryClient.ts'
import { verification } from '#contract/calls/verification.ts'
import { uploadAndSubmitBasicVerification, PhotoUploadError } from './submitVerification.ts'
import type { VerificationPhotoName } from './verificationForm.ts'
import type { BasicVerificationFormState } from './useBasicVerificationForm.ts'

export interface SubmitBasicVerificationState {
  isBusy: boolean
  failure: Error | undefined
  /** The picture that did not arrive. */
  failedPhoto: VerificationPhotoName | undefined
  /** No answer came: handing in again is safe, since it counts once. */
  isOpen: boolean
  sent: Partial<Record<VerificationPhotoName, number>>
  handIn: () => void
}

/** Hands the form in and wipes the draft once it is there. */
export function useSubmitBasicVerification(
  { papers, change, forget }: BasicVerificationFormState,
  onDone: () => void,
): SubmitBasicVerificationState {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [sent, setSent] = useState<SubmitBasicVerificationState['sent']>({})
  const latestForm = useRef(papers)
  latestForm.current = papers
  const run = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    // How far each picture is on its way stands at the top.
    window.scrollTo(0, 0)
    try {
      await uploadAndSubmitBasicVerification(latestForm.current, {
        onSent: (name, part) => setSent((now) => ({ ...now, [name]: part })),
        onChange: change,
      })
      await forget()
      for (const path of verification.applyBasic.touches) void queryClient.invalidateQueries({ queryKey: [path] })
      onDone()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setBusy(false)
    }
  }
  const isPhoto = failure instanceof PhotoUploadError
  return {
    isBusy,
    failure,
    failedPhoto: isPhoto ? failure.photo : undefined,
    isOpen: failure !== undefined && !isPhoto && isUnansweredError(failure),
    sent,
    handIn: () => void run(),
  }
}
