import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { formatAmount } from '#i18n/number.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { networkName } from '#widgets/money/networkNames.ts'
import { useNetworkMemoName } from '#widgets/money/useMemoName.ts'
import { AddressField } from './AddressField.tsx'
import { NewWithdrawalAccountHoldNote } from './NewWithdrawalAccountHoldNote.tsx'
import { StepUpSheet } from './StepUpSheet.tsx'
import type { WithdrawalAccountSheetProps } from './WithdrawalAccountsScreen.tsx'
import { useIdempotentWrite } from '#widgets/form/useIdempotentWrite.ts'

/** The highest destination tag of the XRP Ledger. */
const mostTag = 4_294_967_295

/** A new address, or another name or address for a saved one. */
export function AddOrEditWithdrawalAddressSheet({ account, currency: wished, onClose }: WithdrawalAccountSheetProps) {
  const { t } = useLingui()
  const networks = useQuery(apiReadQuery(wallet.networks, {})).data ?? []
  const [currency, setCurrency] = useState(account?.currency ?? wished ?? 'USDT')
  const [chosen, setChain] = useState(account?.chainType)
  const [address, setAddress] = useState(account?.address ?? '')
  const [memo, setMemo] = useState(account?.memo ?? '')
  const [label, setLabel] = useState(account?.label ?? '')
  const memoName = useNetworkMemoName()
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

  const ways = networks.filter((network) => network.currency === currency)
  const way = ways.find(({ chainType }) => chainType === chosen) ?? ways[0]
  const given = address.trim()
  const fits = way === undefined || given === '' || new RegExp(way.addressRegex).test(given)
  const needsMemo = way?.memo === 'required' && memo.trim() === ''
  const isTag = way?.chainType === 'XRP'
  const isBadTag = isTag && memo.trim() !== '' && !(/^(0|[1-9]\d{0,9})$/.test(memo.trim()) && Number(memo) <= mostTag)
  const most = formatAmount(String(mostTag), 0)
  const memoFault = needsMemo ? t`Needed here` : isBadTag ? t`A number from 0 to ${most}` : undefined
  const confirm = (proof: StepUpProof) => {
    if (!way) return
    const named = { address: given, label: label.trim(), ...(way.memo !== 'none' && memo.trim() && { memo: memo.trim() }) }
    if (account) editing.save({ id: account.id, ...named, ...proof })
    else adding.save({ type: 2, currency, chainType: way.chainType, own: true, ...named, ...proof })
  }
  return (
    <StepUpSheet
      call={account ? withdrawals.editAccount : withdrawals.addAccount}
      title={account ? t`Change this address` : t`New address`}
      action={<Trans>Save</Trans>}
      isReady={way !== undefined && given !== '' && fits && memoFault === undefined}
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
            options={[...new Set(networks.map((network) => network.currency))].map((one) => ({ value: one, label: one }))}
          />
          <SelectField
            label={t`Network`}
            value={way?.chainType ?? ''}
            onChange={setChain}
            options={ways.map(({ chainType }) => ({ value: chainType, label: networkName(chainType) }))}
            hint={<Trans>The receiver must be on the same network, or the money is lost.</Trans>}
          />
        </>
      )}
      <AddressField
        label={t({ message: 'Address', context: 'of a coin' })}
        value={address}
        onChange={setAddress}
        error={fits ? undefined : t`This address does not fit the network`}
      />
      {way && way.memo !== 'none' && (
        <TextField
          label={memoName(way.chainType)}
          value={memo}
          onChange={setMemo}
          inputMode={isTag ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={isTag ? 10 : 60}
          error={memoFault}
          hint={t`Exchanges need it: without it the money may be lost there. To a wallet of your own it goes without.`}
        />
      )}
      <TextField label={t`Your name for it`} value={label} onChange={setLabel} autoComplete="off" maxLength={40} />
      <NewWithdrawalAccountHoldNote />
    </StepUpSheet>
  )
}
