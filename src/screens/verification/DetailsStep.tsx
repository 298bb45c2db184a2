import { Trans, useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import { idType } from '#contract/calls/verification.ts'
import { wireDay } from '#contract/time.ts'
import { Warning } from '#ui/icons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CountryPicker } from '#widgets/CountryPicker.tsx'
import { type DetailsField, detailsFault } from './detailsFaults.ts'
import type { PaperFields } from './papers.ts'
import { useDetailsWords, useFieldNames } from './useDetailsWords.ts'
import styles from './Verification.module.css'

interface DetailsStepProps {
  papers: PaperFields
  change: (part: Partial<PaperFields>) => void
  /** Faults are shown from the first try to go on. */
  isTried: boolean
  /** Fields that the last check asked to change. */
  toFix: readonly string[]
}

/** Step 1: who somebody is, exactly as the document says it. */
export function DetailsStep({ papers, change, isTried, toFix }: DetailsStepProps) {
  const { t } = useLingui()
  const faults = useDetailsWords()
  const names = useFieldNames()
  const today = wireDay(serverNow())
  const error = (field: DetailsField): string | undefined => {
    const fault = isTried ? detailsFault(papers, field, today) : undefined
    return fault && faults[fault]
  }
  const hint = (field: string, otherwise?: string): string | undefined =>
    toFix.includes(field) ? t`The last check asked to change this` : otherwise
  const text = (field: 'surname' | 'firstName', complete: 'family-name' | 'given-name') => (
    <TextField
      label={names[field]}
      value={papers[field]}
      onChange={(value) => change({ [field]: value })}
      error={error(field)}
      hint={hint(field)}
      autoComplete={complete}
      maxLength={60}
    />
  )
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>
        <Trans>Write everything exactly as it is printed on the document.</Trans>
      </p>
      <div className={styles.pair}>
        {text('surname', 'family-name')}
        {text('firstName', 'given-name')}
      </div>
      <div className={styles.choice}>
        <span className={styles.choiceLabel} aria-hidden="true">
          <Trans>Sex, as in the document</Trans>
        </span>
        <Segments
          label={t`Sex, as in the document`}
          value={papers.gender}
          onChange={(gender) => change({ gender })}
          options={[
            { value: '1', label: t`Male` },
            { value: '2', label: t`Female` },
          ]}
        />
        <p role="alert" className={styles.wrong}>
          {error('gender') && <Warning />}
          {error('gender')}
        </p>
      </div>
      <TextField
        label={names['birthday']}
        type="date"
        value={papers.birthday}
        onChange={(birthday) => change({ birthday })}
        error={error('birthday')}
        hint={hint('birthday')}
        autoComplete="bday"
      />
      <CountryPicker
        label={t`Country that issued the document`}
        value={papers.country}
        onChange={(country) => change({ country })}
        error={error('country')}
      />
      <div className={styles.choice}>
        <span className={styles.choiceLabel} aria-hidden="true">
          {names['idType']}
        </span>
        <Segments
          label={t`Kind of document`}
          value={papers.idType === idType.passport ? 'passport' : 'card'}
          onChange={(kind) => change({ idType: kind === 'passport' ? idType.passport : idType.idCard })}
          options={[
            { value: 'card', label: t`ID card` },
            { value: 'passport', label: t`Passport` },
          ]}
        />
      </div>
      <TextField
        label={names['idNumber']}
        value={papers.idNumber}
        onChange={(idNumber) => change({ idNumber })}
        error={error('idNumber')}
        hint={hint('idNumber')}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
      />
      <TextField
        label={names['idExpire']}
        type="date"
        value={papers.idExpire}
        onChange={(idExpire) => change({ idExpire })}
        error={error('idExpire')}
        hint={hint('idExpire', t`Leave it empty if the document has no end`)}
      />
    </div>
  )
}
