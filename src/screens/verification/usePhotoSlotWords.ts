import { useLingui } from '@lingui/react/macro'
import type { PhotoIssue } from '#rules/photo/photoChecks.ts'
import type { VerificationPhotoName } from './verificationForm.ts'

/** What each picture is called, and what it must show. */
export function useVerificationPhotoLabels(): Record<VerificationPhotoName, { title: string; hint: string }> {
  const { t } = useLingui()
  return {
    frontImg: { title: t`Front of the ID card`, hint: t`All four edges in the picture, nothing covered.` },
    backImg: { title: t`Back of the ID card`, hint: t`All four edges in the picture, nothing covered.` },
    passportImg: { title: t`Portrait page of the passport`, hint: t`The page with your photo and the two lines below it.` },
    selfieImg: { title: t`Your face`, hint: t`Look at the camera, without glasses that mirror or a hat.` },
  }
}

/** What is wrong with a picture, as something to do. */
export function usePhotoIssueMessages(): Record<PhotoIssue, string> {
  const { t } = useLingui()
  return {
    tooDark: t`Too dark: go where there is more light`,
    tooBright: t`Too bright: turn away from the lamp or the window`,
    noBorder: t`Bring all four edges into the frame`,
    uneven: t`A shadow or glare lies on it: turn it a little`,
    blurred: t`Not in focus: hold still, a little farther away`,
  }
}
