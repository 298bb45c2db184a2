import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { bankWithdrawalTerms, withdrawals } from '#contract/calls/withdrawals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { NewWithdrawalAccountHoldNote } from './NewWithdrawalAccountHoldNote.tsx'
import { StepUpSheet } from './StepUpSheet.tsx'
import type { WithdrawalAccountSheetProps } from './WithdrawalAccountsScreen.tsx'
import { useIdempotentWrite } from '#widgets/form/useIdempotentWrite.ts'

const open = bankWithdrawalTerms.filter(({ canWithdraw }) => canWithdraw)

/** A new bank account, or another name or number for a saved one. */
export function AddOrEditBankAccountSheet({ account, currency: wished, onClose }: WithdrawalAccountSheetProps) {
  const { t } = useLingui()
  const [currency, setCurrency] = useState<string>(open.find((one) => one.currency === wished)?.currency ?? open[0]?.currency ?? 'USD')
  const [bankName, setBankName] = useState(account?.bankName ?? '')
  const [realName, setRealName] = useState(account?.realName ?? '')
  const [number, setNumber] = useState('')
  const [swift, setSwift] = useState('')
  const [label, setLabel] = useState(account?.label ?? '')
  const toast = () => t`Saved`
  const outcome = {
    toast,
    onDone: () => {
      showToast(toast(), { tone: 'good' })
      onClose()
    },
  }
  const adding = useIdempotentWrite(withdrawals.addAccount, outcome)
  const editing = useIdempotentWrite(withdrawals.editAccount, outcome)
  const { isBusy, error } = account ? editing : adding
  const bankAccount = number.trim()
  const numberFits = bankAccount === '' || /^[A-Z0-9 -]{5,40}$/i.test(bankAccount)
  const swiftFits = swift.trim() === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(swift.trim())
  const isReady = account ? numberFits : bankName.trim() !== '' && realName.trim() !== '' && bankAccount !== '' && numberFits && swiftFits
  const confirm = (proof: StepUpProof) => {
    if (account) editing.save({ id: account.id, label: label.trim(), ...(bankAccount && { bankAccount }), ...proof })
    else
      adding.save({
        type: 1,
        currency,
        bankName: bankName.trim(),
        realName: realName.trim(),
        bankAccount,
        label: label.trim(),
        ...(swift.trim() && { swift: swift.trim() }),
        ...proof,
      })
  }
  return (
    <StepUpSheet
      call={account ? withdrawals.editAccount : withdrawals.addAccount}
      title={account ? t`Change this bank account` : t`New bank account`}
      action={<Trans>Save</Trans>}
      isReady={isReady}
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {!account && (
        <>
          <SelectField
            label={t`Currency`}
            value={currency}
            onChange={setCurrency}
            options={open.map((one) => ({ value: one.currency as string, label: one.currency }))}
          />
          <TextField label={t`Bank`} value={bankName} onChange={setBankName} autoComplete="off" maxLength={60} />
          <TextField
            label={t`Name of the holder`}
            value={realName}
            onChange={setRealName}
            autoComplete="name"
            maxLength={60}
            hint={<Trans>Your verified name. Money goes to accounts of your own only.</Trans>}
          />
        </>
      )}
      <TextField
        label={account ? t`New number, if it changed` : t`Account number or IBAN`}
        value={number}
        onChange={setNumber}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={numberFits ? undefined : t`Letters, digits, spaces and hyphens only`}
      />
      {!account && (
        <TextField
          label={t`SWIFT or BIC, if there is one`}
          value={swift}
          onChange={setSwift}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={11}
          error={swiftFits ? undefined : t`8 or 11 letters and digits`}
        />
      )}
      <TextField label={t`Your name for it`} value={label} onChange={setLabel} autoComplete="off" maxLength={40} />
      <NewWithdrawalAccountHoldNote />
    </StepUpSheet>
  )
}
