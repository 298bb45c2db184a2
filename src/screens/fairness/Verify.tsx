import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { RecordTicks } from '#widgets/RecordTicks.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ticksOf } from '#widgets/ticksOf.tsx'
import { useRecordChecks } from '#widgets/useRecordChecks.ts'
import { FailedCheck } from '#widgets/VerifyPosition.tsx'
import { fromField, toField } from './moment.ts'
import styles from './fairness.module.css'

interface Search {
  symbol?: string
  sec?: number
}

export const Route = createFileRoute('/verify')({
  component: Verify,
  validateSearch: ({ symbol, sec }: Record<string, unknown>): Search => ({
    ...(typeof symbol === 'string' && /^([A-Z]{1,10}:)?[A-Z0-9]{1,20}$/.test(symbol) && { symbol }),
    ...(Number.isSafeInteger(Number(sec)) && Number(sec) > 0 && { sec: Number(sec) }),
  }),
})

const usualSymbol = 'BTCUSDT'
/** By then a second is sealed and signed. */
const signedAfterSeconds = 120

/** Proves one price of one second, on this device. */
function Verify() {
  const { t } = useLingui()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: listed } = useQuery({ ...query(market.symbols, {}), staleTime: 300_000 })
  const [moment, setMoment] = useState(() => toField(search.sec ?? Math.floor(Date.now() / 1000) - signedAfterSeconds))
  const { isBusy, checked, error, canCheck, run } = useRecordChecks()
  const symbol = search.symbol ?? usualSymbol
  const sec = fromField(moment)
  const names = listed?.map((one) => one.symbol) ?? []
  const options = [...new Set([symbol, ...names])].map((value) => ({ value, label: value }))

  // A link names the record: it is checked at once.
  useEffect(() => {
    if (search.symbol !== undefined && search.sec !== undefined) void run([{ symbol: search.symbol, sec: search.sec }])
  }, [search.symbol, search.sec, run])

  const verify = () => {
    if (sec === undefined) return
    if (search.symbol === symbol && search.sec === sec) void run([{ symbol, sec }])
    else void navigate({ search: { symbol, sec }, replace: true })
  }
  const [first] = checked ?? []
  return (
    <ScreenLayout title={t`Verify a price`} back={path.priceRecord}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          verify()
        }}
      >
        <SelectField
          label={<Trans context="one market">Market</Trans>}
          value={symbol}
          onChange={(next) => void navigate({ search: { symbol: next }, replace: true })}
          options={options}
        />
        <TextField
          label={<Trans>Moment</Trans>}
          type="datetime-local"
          value={moment}
          onChange={setMoment}
          error={sec === undefined ? <Trans>Please enter a date and a time</Trans> : undefined}
          hint={<Trans>On your device's clock, to the second</Trans>}
          step={1}
        />
        <Button
          type="submit"
          size="large"
          wide
          busy={isBusy}
          disabled={!canCheck || sec === undefined}
          reason={canCheck ? undefined : t`This browser can check on secure addresses (https) only`}
        >
          <Trans>Verify</Trans>
        </Button>
      </form>
      {error && (
        <p className={styles.note} role="alert">
          <FailedCheck error={error} />
        </p>
      )}
      {checked && first && (
        <Card className={styles.values}>
          <RecordTicks ticks={ticksOf(checked)} />
          <CopyValue small label={t`The line of the record`} value={first.proof.leaf} />
          {first.isKept && (
            <p className={styles.note}>
              <Trans>Without a connection: checked again from the proofs that this device keeps.</Trans>
            </p>
          )}
        </Card>
      )}
      <RowLink to={path.article} search={{ id: 'verify-a-price' }} title={t`Step by step`} />
    </ScreenLayout>
  )
}
