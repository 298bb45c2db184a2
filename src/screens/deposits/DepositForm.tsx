import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useConnection } from '#api/socket.ts'
import type { ListedNetwork } from '#contract/calls/wallet.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { AddressCard } from './AddressCard.tsx'
import { ClaimSheet } from './ClaimSheet.tsx'
import styles from './Deposit.module.css'
import type { DepositSearch } from './depositSearch.ts'
import { LimitMeter } from './LimitMeter.tsx'
import { NetworkChoice } from './NetworkChoice.tsx'
import { SimulateSheet } from './SimulateSheet.tsx'
import { UnderWay } from './UnderWay.tsx'
import { useIsSimulated } from './useSignedAddress.ts'

interface DepositFormProps {
  networks: readonly ListedNetwork[]
  wish: DepositSearch
  onWish(wish: DepositSearch): void
}

/** Currency, then network, then the address; what is on its way below. */
export function DepositForm({ networks, wish, onWish }: DepositFormProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'claim' | 'simulate'>()
  const [openings, setOpenings] = useState(0)
  const isOffline = useConnection() === 'offline'
  const currencies = [...new Set(networks.map(({ currency }) => currency))]
  const currency = wish.currency && currencies.includes(wish.currency) ? wish.currency : (currencies[0] ?? '')
  const ways = networks.filter((network) => network.currency === currency)
  const openWays = ways.filter(({ suspended }) => !suspended.deposit)
  const chosen = openWays.find(({ chainType }) => chainType === wish.network) ?? openWays[0]
  const claimed = chosen ?? ways[0]
  const isSimulated = useIsSimulated(currency, chosen?.chainType)
  const show = (sheet: 'claim' | 'simulate') => {
    setOpenings(openings + 1)
    setOpen(sheet)
  }
  const close = () => setOpen(undefined)
  return (
    <div className={styles.form}>
      <Segments
        label={t`Currency`}
        look="line"
        value={currency}
        onChange={(next) => onWish({ currency: next })}
        options={currencies.map((value) => ({ value, label: value }))}
      />
      <NetworkChoice networks={ways} value={chosen?.chainType ?? ''} onChange={(network) => onWish({ currency, network })} />
      {chosen ? (
        <AddressCard key={`${currency} ${chosen.chainType}`} currency={currency} chainType={chosen.chainType} />
      ) : (
        <Empty text={t`Deposits of ${currency} are paused at the moment. What you sent before is not lost.`} />
      )}
      <div className={styles.choices}>
        {isSimulated && chosen && (
          <Button wide disabled={isOffline} reason={t`Needs a connection`} onClick={() => show('simulate')}>
            <Trans>Simulate a deposit</Trans>
          </Button>
        )}
        <Button kind="secondary" wide disabled={isOffline} reason={t`Needs a connection`} onClick={() => show('claim')}>
          <Trans>I already paid</Trans>
        </Button>
      </div>
      <UnderWay />
      <LimitMeter />
      <Card flush>
        <RowLink to={path.article} search={{ id: 'deposits' }} title={t`How deposits work`} />
      </Card>
      {open === 'claim' && claimed && <ClaimSheet key={openings} network={claimed} onClose={close} />}
      {open === 'simulate' && chosen && <SimulateSheet key={openings} network={chosen} onClose={close} />}
    </div>
  )
}
