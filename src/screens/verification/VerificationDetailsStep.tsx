import { Trans, useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import { identityDocumentType } from '#contract/calls/verification.ts'
import { serverDayAt } from '#contract/time.ts'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { CountryPicker } from '#widgets/identity/CountryPicker.tsx'
import { type VerificationDetailsField, findVerificationDetailsFieldError } from './detailsErrors.ts'
import type { BasicVerificationFields } from './verificationForm.ts'
import { useVerificationDetailsErrorMessages, useVerificationFieldNames } from './useDetailsErrorMessages.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { FieldError } from '#ui/fields/FieldError.tsx'
import styles from './Verification.module.css'

interface VerificationDetailsStepProps {
  papers: BasicVerificationFields
  change: (part: Partial<BasicVerificationFields>) => void
  /** Faults are shown from the first try to go on. */
  isTried: boolean
  /** Fields that the last check asked to change. */
  toFix: readonly string[]
}

/** Step 1: who somebody is, exactly as the document says it. */
export function VerificationDetailsStep({ papers, change, isTried, toFix }: VerificationDetailsStepProps) {
  const { t } = useLingui()
  const errorMessages = useVerificationDetailsErrorMessages()
  const names = useVerificationFieldNames()
  const today = serverDayAt(serverNow())
  const error = (field: VerificationDetailsField): string | undefined => {
    const fieldError = isTried ? findVerificationDetailsFieldError(papers, field, today) : undefined
    return fieldError && errorMessages[fieldError]
  }
  const hint = (field: string, fallback?: string): string | undefined =>
    toFix.includes(field) ? t`The last check asked to change this` : fallback
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
    <Stack gap={4}>
      <p className={styles.quiet}>
        <Trans>Write everything exactly as it is printed on the document.</Trans>
      </p>
      <div className={styles.pair}>
        {text('surname', 'family-name')}
        {text('firstName', 'given-name')}
      </div>
      <Stack gap={1}>
        <Text as="span" weight="medium" tone="muted" aria-hidden="true">
          <Trans>Sex, as in the document</Trans>
        </Text>
        <SegmentedControl
          label={t`Sex, as in the document`}
          value={papers.gender}
          onChange={(gender) => change({ gender })}
          options={[
            { value: '1', label: t`Male` },
            { value: '2', label: t`Female` },
          ]}
        />
        <FieldError role="alert">{error('gender')}</FieldError>
      </Stack>
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
      <Stack gap={1}>
        <Text as="span" weight="medium" tone="muted" aria-hidden="true">
          {names['idType']}
        </Text>
        <SegmentedControl
          label={t`Kind of document`}
          value={papers.idType === identityDocumentType.passport ? 'passport' : 'card'}
          onChange={(kind) => change({ idType: kind === 'passport' ? identityDocumentType.passport : identityDocumentType.idCard })}
          options={[
            { value: 'card', label: t`ID card` },
            { value: 'passport', label: t`Passport` },
          ]}
        />
      </Stack>
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
    </Stack>
  )
}
