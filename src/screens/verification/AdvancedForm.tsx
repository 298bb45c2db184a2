import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Input } from '#contract/call.ts'
import { fundSources, occupations, relationships, verification } from '#contract/calls/verification.ts'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useConnection } from '#api/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField, type TextFieldProps } from '#ui/TextField.tsx'
import { PhotoUpload } from '#widgets/PhotoUpload.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { type AdvancedFault, advancedFault, type AdvancedFields, advancedFields } from './advanced.ts'
import { useChoiceWords } from './useChoiceWords.ts'
import { useFirstFault } from './useFirstFault.ts'
import { useFieldNames } from './useDetailsWords.ts'
import styles from './Verification.module.css'

interface AdvancedFormProps {
  initial: AdvancedFields
  /** Fields that the last check asked to change. */
  toFix: readonly string[]
  onDone: () => void
}

type TextName =
  | 'address'
  | 'city'
  | 'postcode'
  | 'areaCode'
  | 'phone'
  | 'contactSurname'
  | 'contactName'
  | 'contactPhone'
  | 'contactAddress'

export function AdvancedForm({ initial, toFix, onDone }: AdvancedFormProps) {
  const { t } = useLingui()
  const [fields, setFields] = useState(initial)
  const [proof, setProof] = useState<string[]>([])
  const [isTried, setTried] = useState(false)
  const failed = useFirstFault()
  const names = useFieldNames()
  const words = useChoiceWords()
  const write = useWrite(verification.applyAdvanced, { errors: 'inline' })
  const intent = useRef({ body: '', id: '' })
  const isOffline = useConnection() === 'offline'
  const faults: Record<AdvancedFault, string> = {
    missing: t`Please fill this in`,
    short: t`At least 5 characters`,
    phone: t`5 to 15 figures`,
    areaCode: t`1 to 4 figures, such as 44`,
    postcode: t`2 to 12 letters and figures`,
  }
  const error = (field: keyof AdvancedFields): string | undefined => {
    const fault = isTried ? advancedFault(fields, field) : undefined
    return fault && faults[fault]
  }
  const change = (part: Partial<AdvancedFields>): void => setFields((now) => ({ ...now, ...part }))
  const text = (field: TextName, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      {...more}
      label={label}
      value={fields[field]}
      onChange={(value) => change({ [field]: value })}
      error={error(field)}
      hint={toFix.includes(field) ? t`The last check asked to change this` : more.hint}
    />
  )
  const choice = <Name extends 'sourceOfFunds' | 'occupation' | 'contactRelationship'>(
    field: Name,
    label: string,
    values: readonly Exclude<AdvancedFields[Name], ''>[],
    said: Record<string, string>,
  ) => (
    <SelectField<string>
      label={label}
      value={fields[field]}
      onChange={(value) => change({ [field]: value })}
      options={[{ value: '', label: t`Choose` }, ...values.map((value) => ({ value, label: said[value] ?? value }))]}
      error={error(field)}
    />
  )
  const submit = (): void => {
    setTried(true)
    const [addressProofImg] = proof
    if (!addressProofImg || advancedFields.some((field) => advancedFault(fields, field))) return failed()
    const body = bodyOf(fields, addressProofImg)
    const said = JSON.stringify(body)
    if (intent.current.body !== said) intent.current = { body: said, id: newRequestId() }
    write.mutate({ body, requestId: intent.current.id }, { onSuccess: onDone })
  }
  return (
    <ScreenLayout
      title={t`Advanced verification`}
      back={path.verificationResult}
      bottom={
        <Button
          size="large"
          wide
          busy={write.isPending}
          disabled={isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={submit}
        >
          {write.error && isUnanswered(write.error) ? <Trans>Hand in again</Trans> : <Trans context="papers">Hand in</Trans>}
        </Button>
      }
    >
      <Section title={t`Where you live`}>
        <div className={styles.form}>
          {text('address', names['address'] ?? '', { autoComplete: 'street-address', maxLength: 200 })}
          <div className={styles.pair}>
            {text('city', names['city'] ?? '', { autoComplete: 'address-level2', maxLength: 60 })}
            {text('postcode', names['postcode'] ?? '', { autoComplete: 'postal-code', maxLength: 12 })}
          </div>
          <div className={styles.phone}>
            {text('areaCode', t`Country code`, { inputMode: 'numeric', leading: '+', maxLength: 4 })}
            {text('phone', t`Mobile number`, { inputMode: 'tel', autoComplete: 'tel-national', maxLength: 15 })}
          </div>
          <PhotoUpload
            biz="kyc"
            label={t`Proof of address`}
            value={proof}
            onChange={setProof}
            most={1}
            hint={
              toFix.includes('addressProofImg') ? (
                <Trans>The last check asked for another picture.</Trans>
              ) : (
                <Trans>A bill, bank letter or registration of the last three months, with your name and address</Trans>
              )
            }
            error={isTried && proof.length === 0 ? t`This picture is missing` : undefined}
          />
        </div>
      </Section>
      <Section title={t`Where the money comes from`}>
        <div className={styles.form}>
          {choice('sourceOfFunds', t`Source of funds`, fundSources, words.source)}
          {choice('occupation', t`Occupation`, occupations, words.occupation)}
        </div>
      </Section>
      <Section title={t`Emergency contact`}>
        <div className={styles.form}>
          <p className={styles.promise}>
            <Trans>
              We turn to this person only to give you your account back, or to your next of kin. Never about a debt, and never for
              advertising.
            </Trans>
          </p>
          <div className={styles.pair}>
            {text('contactSurname', names['surname'] ?? '', { autoComplete: 'off', maxLength: 60 })}
            {text('contactName', names['firstName'] ?? '', { autoComplete: 'off', maxLength: 60 })}
          </div>
          {choice('contactRelationship', t`Relationship`, relationships, words.relationship)}
          {text('contactPhone', t`Phone, with country code`, { inputMode: 'tel', autoComplete: 'off', maxLength: 15 })}
          {text('contactAddress', t({ message: 'Address', context: 'of a home' }), { autoComplete: 'off', maxLength: 200 })}
          <Checkbox
            checked={fields.contactKnows}
            onChange={(contactKnows) => change({ contactKnows })}
            label={<Trans>This person knows of it and agrees</Trans>}
            error={isTried && !fields.contactKnows ? t`Please ask them first` : undefined}
          />
        </div>
      </Section>
      {write.error && (
        <p role="alert" className={styles.failure}>
          {write.error.message} {isUnanswered(write.error) && <Trans>Handing in again is safe: it counts once.</Trans>}
        </p>
      )}
    </ScreenLayout>
  )
}

function bodyOf(fields: AdvancedFields, addressProofImg: string): Input<typeof verification.applyAdvanced> {
  const { address, city, postcode, areaCode, phone, contactRelationship, sourceOfFunds, occupation } = fields
  return {
    address: address.trim(),
    city: city.trim(),
    postcode: postcode.trim(),
    areaCode,
    phone,
    addressProofImg,
    sourceOfFunds: sourceOfFunds || 'other',
    occupation: occupation || 'other',
    emergency: {
      surname: fields.contactSurname.trim(),
      name: fields.contactName.trim(),
      relationship: contactRelationship || 'other',
      phone: fields.contactPhone,
      address: fields.contactAddress.trim(),
      consent: true,
    },
  }
}
