import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { FairnessCheckResultList } from '#widgets/priceRecord/FairnessCheckResultList.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { priceRecordCheckResults } from '#widgets/priceRecord/recordCheckResults.tsx'
import { simulationSeedCheckResults } from '#widgets/priceRecord/seedCheckResults.tsx'
import { usePriceRecordChecks } from '#widgets/priceRecord/useRecordChecks.ts'
import { useSimulationSeedChecks } from '#widgets/priceRecord/useSeedChecks.ts'
import { parseDateTimeInputAsUnixSecond, formatUnixSecondAsDateTimeInput } from './dateTimeField.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './fairness.module.css'

interface VerifySearchParams {
  symbol?: string
  sec?: number
}

export const Route = createFileRoute('/verify')({
  component: Verify,
  validateSearch: ({ symbol, sec }: Record<string, unknown>): VerifySearchParams => ({
    ...(typeof symbol === 'string' && /^([A-Z]{1,10}:)?[A-Z0-9]{1,20}$/.test(symbol) && { symbol }),
    ...(Number.isSafeInteger(Number(sec)) && Number(sec) > 0 && { sec: Number(sec) }),
  }),
})

const defaultSymbol = 'BTCUSDT'
/** By then a second is sealed and signed. */
const signingDelaySeconds = 120

/** Proves one price of one second, on this device. */
function Verify() {
  const { t } = useLingui()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: markets } = useQuery({ ...apiReadQuery(market.symbols, {}), staleTime: 300_000 })
  const [moment, setMoment] = useState(() =>
    formatUnixSecondAsDateTimeInput(search.sec ?? Math.floor(Date.now() / 1000) - signingDelaySeconds),
  )
  const { isBusy, checked, error, canCheck, run } = usePriceRecordChecks()
  const symbol = search.symbol ?? defaultSymbol
  const sec = parseDateTimeInputAsUnixSecond(moment)
  const names = markets?.map((one) => one.symbol) ?? []
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
  const seedTicks = simulationSeedCheckResults(useSimulationSeedChecks(checked))
  const failedTick = seedTicks.find(({ state }) => state === 'bad')
  return (
    <ScreenLayout title={t`Verify a price`} back={path.priceRecord}>
      <Grid
        as="form"
        gap={3}
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
      </Grid>
      {error && (
        <p className={styles.note} role="alert">
          <FairnessCheckError error={error} />
        </p>
      )}
      {checked && first && (
        <Card className={styles.values}>
          <FairnessCheckResultList ticks={[...priceRecordCheckResults(checked), ...seedTicks]} />
          {failedTick && (
            <p className={styles.wrong} role="alert">
              {failedTick.key === 'seed' ? (
                <Trans>This price doesn’t follow from its seed. Don’t trade on it. Copy the line below and ask us why.</Trans>
              ) : (
                <Trans>
                  The seed of this price isn’t the one that was committed to two days before. Don’t trade on it. Copy the line below and ask
                  us why.
                </Trans>
              )}
            </p>
          )}
          <CopyableValue small label={t`The line of the record`} value={first.proof.leaf} />
          {first.isStored && (
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

/** Why there is nothing to check. */
function FairnessCheckError({ error }: { error: Error }) {
  if (error instanceof ApiError && error.key === 'NOT_FOUND')
    return <Trans>There is no record of this second any more, or there never was.</Trans>
  return error.message
}
