import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Check, Warning } from '#ui/icons.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Progress } from '#ui/Progress.tsx'
import { usePhotoWords } from '#widgets/usePhotoWords.ts'
import { PhotoFailed } from './handIn.ts'
import { neededPhotos } from './papers.ts'
import { PhotoSlot } from './PhotoSlot.tsx'
import type { HandingIn } from './useHandIn.ts'
import { usePhotoSlotWords } from './usePhotoSlotWords.ts'
import type { PapersState } from './usePapers.ts'
import styles from './Verification.module.css'

interface LastStepProps {
  state: PapersState
  handing: HandingIn
  toFix: readonly string[]
}

/** Step 3: the face, what the papers are used for, and how far each picture is on its way. */
export function LastStep({ state: { papers, change, setPhoto }, handing, toFix }: LastStepProps) {
  const { failure } = handing
  const words = usePhotoWords()
  const cause = failure instanceof PhotoFailed ? failure.cause : failure
  return (
    <div className={styles.form}>
      {(handing.isBusy || failure) && <OnTheWay papers={papers} handing={handing} />}
      {failure && (
        <p role="alert" className={styles.failure}>
          {words(cause)} {handing.isOpen && <Trans>Handing in again is safe: it counts once.</Trans>}
        </p>
      )}
      <PhotoSlot
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
    </div>
  )
}

function OnTheWay({ papers, handing }: { papers: PapersState['papers']; handing: HandingIn }) {
  const { t } = useLingui()
  const words = usePhotoSlotWords()
  return (
    <Card>
      <ul className={styles.flaws} aria-label={t`Pictures on their way`}>
        {neededPhotos(papers.idType).map((name) => {
          const { title } = words[name]
          const isThere = papers.fileIds[name] !== undefined
          const isFailed = handing.failedPhoto === name
          const sent = handing.sent[name]
          return (
            <li key={name} className={styles.step}>
              <p className={isFailed ? styles.fix : isThere ? styles.fine : styles.quiet}>
                {isFailed ? <Warning /> : isThere && <Check />} {title}:{' '}
                {isFailed ? <Trans>did not arrive</Trans> : isThere ? <Trans>sent</Trans> : <Trans>waits</Trans>}
              </p>
              {!isThere && !isFailed && handing.isBusy && sent !== undefined && (
                <Progress label={title} {...(sent < 1 && { value: sent })} />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
