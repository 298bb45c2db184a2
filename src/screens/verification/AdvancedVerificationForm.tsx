import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallArguments } from '#contract/call.ts'
import { kycFundSources, kycOccupations, kycContactRelationships, verification } from '#contract/calls/verification.ts'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField, type TextFieldProps } from '#ui/fields/TextField.tsx'
import { PhotoUploadField } from '#widgets/identity/PhotoUploadField.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import {
  type AdvancedVerificationFieldError,
  findAdvancedVerificationFieldError,
  type AdvancedVerificationFields,
  advancedVerificationFieldNames,
} from './advanced.ts'
import { useAdvancedVerificationChoiceLabels } from './useChoiceWords.ts'
import { useFocusFirstError } from './useFirstError.ts'
import { useVerificationFieldNames } from './useDetailsErrorMessages.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './Verification.module.css'

interface AdvancedVerificationFormProps {
  initial: AdvancedVerificationFields
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

export function AdvancedVerificationForm({ initial, toFix, onDone }: AdvancedVerificationFormProps) {
  const { t } = useLingui()
  const [fields, setFields] = useState(initial)
  const [proof, setProof] = useState<string[]>([])
  const [isTried, setTried] = useState(false)
  const focusFirstError = useFocusFirstError()
  const words = useAdvancedVerificationChoiceLabels()
  const write = useApiWrite(verification.applyAdvanced, { errors: 'inline' })
  const ids = useRequestIds()
  const isOffline = useStreamConnectionState() === 'offline'
  const inputs = useFormInputs({ fields, setFields, isTried, toFix })
  const submit = (): void => {
    setTried(true)
    const [addressProofImg] = proof
    if (!addressProofImg || advancedVerificationFieldNames.some((field) => findAdvancedVerificationFieldError(fields, field)))
      return focusFirstError()
    const body = bodyOf(fields, addressProofImg)
    write.mutate({ body, requestId: ids.of(body) }, { onSuccess: onDone })
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
          {write.error && isUnansweredError(write.error) ? <Trans>Hand in again</Trans> : <Trans context="papers">Hand in</Trans>}
        </Button>
      }
    >
      <HomeAddressFields
        inputs={inputs}
        proof={proof}
        setProof={setProof}
        isTried={isTried}
        asksProofAgain={toFix.includes('addressProofImg')}
      />
      <Section title={t`Where the money comes from`}>
        <Stack gap={4}>
          {inputs.choice('sourceOfFunds', t`Source of funds`, kycFundSources, words.source)}
          {inputs.choice('occupation', t`Occupation`, kycOccupations, words.occupation)}
        </Stack>
      </Section>
      <ContactFields inputs={inputs} isTried={isTried} />
      {write.error && (
        <p role="alert" className={styles.failure}>
          {write.error.message} {isUnansweredError(write.error) && <Trans>Handing in again is safe: it counts once.</Trans>}
        </p>
      )}
    </ScreenLayout>
  )
}

interface InputsOptions {
  fields: AdvancedVerificationFields
  setFields: (change: (now: AdvancedVerificationFields) => AdvancedVerificationFields) => void
  isTried: boolean
  toFix: readonly string[]
}

/** One field of the form as what it is typed into or chosen from, with what is wrong with it. */
function useFormInputs({ fields, setFields, isTried, toFix }: InputsOptions) {
  const { t } = useLingui()
  const errorMessages: Record<AdvancedVerificationFieldError, string> = {
    missing: t`Please fill this in`,
    short: t`At least 5 characters`,
    phone: t`5 to 15 figures`,
    areaCode: t`1 to 4 figures, such as 44`,
    postcode: t`2 to 12 letters and figures`,
  }
  const error = (field: keyof AdvancedVerificationFields): string | undefined => {
    const fieldError = isTried ? findAdvancedVerificationFieldError(fields, field) : undefined
    return fieldError && errorMessages[fieldError]
  }
  const change = (part: Partial<AdvancedVerificationFields>): void => setFields((now) => ({ ...now, ...part }))
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
    values: readonly Exclude<AdvancedVerificationFields[Name], ''>[],
    labels: Record<string, string>,
  ) => (
    <SelectField<string>
      label={label}
      value={fields[field]}
      onChange={(value) => change({ [field]: value })}
      options={[{ value: '', label: t`Choose` }, ...values.map((value) => ({ value, label: labels[value] ?? value }))]}
      error={error(field)}
    />
  )
  return { fields, change, text, choice }
}

type Inputs = ReturnType<typeof useFormInputs>

interface HomeProps {
  inputs: Inputs
  proof: string[]
  setProof: (proof: string[]) => void
  isTried: boolean
  asksProofAgain: boolean
}

function HomeAddressFields({ inputs: { text }, proof, setProof, isTried, asksProofAgain }: HomeProps) {
  const { t } = useLingui()
  const names = useVerificationFieldNames()
  return (
    <Section title={t`Where you live`}>
      <Stack gap={4}>
        {text('address', names['address'] ?? '', { autoComplete: 'street-address', maxLength: 200 })}
        <div className={styles.pair}>
          {text('city', names['city'] ?? '', { autoComplete: 'address-level2', maxLength: 60 })}
          {text('postcode', names['postcode'] ?? '', { autoComplete: 'postal-code', maxLength: 12 })}
        </div>
        <div className={styles.phone}>
          {text('areaCode', t`Country code`, { inputMode: 'numeric', leading: '+', maxLength: 4 })}
          {text('phone', t`Mobile number`, { inputMode: 'tel', autoComplete: 'tel-national', maxLength: 15 })}
        </div>
        <PhotoUploadField
          biz="kyc"
          label={t`Proof of address`}
          value={proof}
          onChange={setProof}
          maxPhotos={1}
          hint={
            asksProofAgain ? (
              <Trans>The last check asked for another picture.</Trans>
            ) : (
              <Trans>A bill, bank letter or registration of the last three months, with your name and address</Trans>
            )
          }
          error={isTried && proof.length === 0 ? t`This picture is missing` : undefined}
        />
      </Stack>
    </Section>
  )
}

function ContactFields({ inputs: { fields, change, text, choice }, isTried }: { inputs: Inputs; isTried: boolean }) {
  const { t } = useLingui()
  const names = useVerificationFieldNames()
  const words = useAdvancedVerificationChoiceLabels()
  return (
    <Section title={t`Emergency contact`}>
      <Stack gap={4}>
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
        {choice('contactRelationship', t`Relationship`, kycContactRelationships, words.relationship)}
        {text('contactPhone', t`Phone, with country code`, { inputMode: 'tel', autoComplete: 'off', maxLength: 15 })}
        {text('contactAddress', t({ message: 'Address', context: 'of a home' }), { autoComplete: 'off', maxLength: 200 })}
        <Checkbox
          checked={fields.contactKnows}
          onChange={(contactKnows) => change({ contactKnows })}
          label={<Trans>This person knows of it and agrees</Trans>}
          error={isTried && !fields.contactKnows ? t`Please ask them first` : undefined}
        />
      </Stack>
    </Section>
  )
}

function bodyOf(fields: AdvancedVerificationFields, addressProofImg: string): CallArguments<typeof verification.applyAdvanced> {
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
