import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { bankDepositTerms } from '#contract/calls/deposits.ts'
import type { CurrencyNetwork } from '#contract/calls/wallet.ts'
import { bankChainCode } from '#contract/calls/withdrawals.ts'
import { asDecimal } from '#contract/decimal.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { DepositAddressCard } from './DepositAddressCard.tsx'
import { BankTransferCard, useCachedBankTransferStatus } from './BankTransferCard.tsx'
import { DepositClaimSheet } from './DepositClaimSheet.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Deposit.module.css'
import type { DepositSearchParams } from './depositSearch.ts'
import { OwnDepositLimitMeter } from './OwnDepositLimitMeter.tsx'
import { DepositNetworkPicker } from './DepositNetworkPicker.tsx'
import { SimulateDepositSheet } from './SimulateDepositSheet.tsx'
import { RecentDeposits } from './RecentDeposits.tsx'
import { useIsCachedDepositAddressSimulated } from './useSignedAddress.ts'

interface DepositFormProps {
  networks: readonly CurrencyNetwork[]
  params: DepositSearchParams
  onParamsChange(params: DepositSearchParams): void
}

/** Currency, then network, then the address; what is on its way below. */
export function DepositForm({ networks, params, onParamsChange }: DepositFormProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'claim' | 'simulate'>()
  const [openings, setOpenings] = useState(0)
  const isOffline = useStreamConnectionState() === 'offline'
  const currencies = [...new Set([...networks, ...bankDepositTerms].map(({ currency }) => currency))]
  const currency = params.currency && currencies.includes(params.currency) ? params.currency : (currencies[0] ?? '')
  const networksOfCurrency = networks.filter((network) => network.currency === currency)
  const openNetworks = networksOfCurrency.filter(({ suspended }) => !suspended.deposit)
  const chosenNetwork = openNetworks.find(({ chainType }) => chainType === params.network) ?? openNetworks[0]
  const bank = bankDepositTerms.find((one) => one.currency === currency)
  const bankState = useCachedBankTransferStatus(currency)
  const selectedNetwork = chosenNetwork ?? networksOfCurrency[0]
  const claimTarget = bank
    ? { currency, chainType: bankChainCode, depositMin: asDecimal(bank.min), places: bank.places }
    : selectedNetwork && { ...selectedNetwork, places: 8 }
  const isSimulated = useIsCachedDepositAddressSimulated(currency, chosenNetwork?.chainType)
  const show = (sheet: 'claim' | 'simulate') => {
    setOpenings(openings + 1)
    setOpen(sheet)
  }
  const close = () => setOpen(undefined)
  return (
    <div className={styles.form}>
      <SegmentedControl
        label={t`Currency`}
        look="line"
        value={currency}
        onChange={(next) => onParamsChange({ currency: next })}
        options={currencies.map((value) => ({ value, label: value }))}
      />
      {!bank && (
        <DepositNetworkPicker
          networks={networksOfCurrency}
          value={chosenNetwork?.chainType ?? ''}
          onChange={(network) => onParamsChange({ currency, network })}
        />
      )}
      {bank ? (
        <BankTransferCard key={currency} currency={currency} />
      ) : chosenNetwork ? (
        <DepositAddressCard key={`${currency} ${chosenNetwork.chainType}`} currency={currency} chainType={chosenNetwork.chainType} />
      ) : (
        <NotOffered currency={currency} ways={networksOfCurrency} />
      )}
      <Grid gap={2}>
        {isSimulated && chosenNetwork && (
          <Button wide disabled={isOffline} reason={t`Needs a connection`} onClick={() => show('simulate')}>
            <Trans>Simulate a deposit</Trans>
          </Button>
        )}
        {(!bank || bankState) && (
          <Button
            kind={bankState === 'open' ? 'primary' : 'secondary'}
            wide
            disabled={isOffline}
            reason={t`Needs a connection`}
            onClick={() => show('claim')}
          >
            <Trans>I already paid</Trans>
          </Button>
        )}
      </Grid>
      <RecentDeposits />
      <OwnDepositLimitMeter />
      <Card flush>
        <RowLink to={path.article} search={{ id: 'deposits' }} title={t`How deposits work`} />
      </Card>
      {open === 'claim' && claimTarget && <DepositClaimSheet key={openings} way={claimTarget} onClose={close} />}
      {open === 'simulate' && chosenNetwork && <SimulateDepositSheet key={openings} network={chosenNetwork} onClose={close} />}
    </div>
  )
}

function NotOffered({ currency, ways: networksOfCurrency }: { currency: string; ways: DepositFormProps['networks'] }) {
  const { t } = useLingui()
  return (
    <EmptyState
      text={
        networksOfCurrency.every(({ suspended }) => suspended.unwatched)
          ? t`Deposits of ${currency} are not offered: we watch none of its networks, so nobody would see what you send.`
          : t`Deposits of ${currency} are paused at the moment. What you sent before is not lost.`
      }
    />
  )
}
