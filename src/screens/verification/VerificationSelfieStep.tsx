import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons/icons.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { usePhotoErrorText } from '#widgets/identity/usePhotoWords.ts'
import { PhotoUploadError } from './submitVerification.ts'
import { requiredPhotoNamesOfDocumentType } from './verificationForm.ts'
import { VerificationPhotoSlot } from './VerificationPhotoSlot.tsx'
import type { SubmitBasicVerificationState } from './useSubmitBasicVerification.ts'
import { useVerificationPhotoLabels } from './usePhotoSlotWords.ts'
import type { BasicVerificationFormState } from './useBasicVerificationForm.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './Verification.module.css'

interface VerificationSelfieStepProps {
  state: BasicVerificationFormState
  handing: SubmitBasicVerificationState
  toFix: readonly string[]
}

/** Step 3: the face, what the papers are used for, and how far each picture is on its way. */
export function VerificationSelfieStep({ state: { papers, change, setPhoto }, handing, toFix }: VerificationSelfieStepProps) {
  const { failure } = handing
  const words = usePhotoErrorText()
  const cause = failure instanceof PhotoUploadError ? failure.cause : failure
  return (
    <Stack gap={4}>
      {(handing.isBusy || failure) && <OnTheWay papers={papers} handing={handing} />}
      {failure && (
        <p role="alert" className={styles.failure}>
          {words(cause)} {handing.isOpen && <Trans>Handing in again is safe: it counts once.</Trans>}
        </p>
      )}
      <VerificationPhotoSlot
        name="selfieImg"
        file={papers.photos.selfieImg}
        onChange={(file) => setPhoto('selfieImg', file)}
        isToFix={toFix.includes('selfieImg')}
      />
      <Checkbox
        checked={papers.agreed}
        onChange={(agreed) => change({ agreed })}
        label={
          <Trans>
            I agree that my papers are used to verify who I am, for nothing else. Every look at them is shown to me.{' '}
            <Link to={path.article} search={{ id: 'verify-identity' }}>
              How it works
            </Link>
          </Trans>
        }
      />
    </Stack>
  )
}

function OnTheWay({ papers, handing }: { papers: BasicVerificationFormState['papers']; handing: SubmitBasicVerificationState }) {
  const { t } = useLingui()
  const words = useVerificationPhotoLabels()
  return (
    <Card>
      <ul className={styles.flaws} aria-label={t`Pictures on their way`}>
        {requiredPhotoNamesOfDocumentType(papers.idType).map((name) => {
          const { title } = words[name]
          const isThere = papers.fileIds[name] !== undefined
          const isFailed = handing.failedPhoto === name
          const sent = handing.sent[name]
          return (
            <Stack as="li" key={name} gap={2} className={styles.step}>
              <p className={isFailed ? styles.fix : isThere ? styles.fine : styles.quiet}>
                {isFailed ? <WarningIcon /> : isThere && <CheckIcon />} {title}:{' '}
                {isFailed ? <Trans>did not arrive</Trans> : isThere ? <Trans>sent</Trans> : <Trans>waits</Trans>}
              </p>
              {!isThere && !isFailed && handing.isBusy && sent !== undefined && (
                <ProgressBar label={title} {...(sent < 1 && { value: sent })} />
              )}
            </Stack>
          )
        })}
      </ul>
    </Card>
  )
}
