import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OwnLimitKind } from '#contract/calls/limits.ts'
import { formatAmount } from '#i18n/number.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ProgressRing } from '#ui/Meter.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { tradingProtectionQuery } from '#widgets/trading/useTradeRestriction.ts'
import styles from './Deposit.module.css'

const kinds: readonly OwnLimitKind[] = ['depositDay', 'depositWeek', 'depositMonth']

/** How much of the limits that this person set themselves is used; without one only the way to set it. */
export function OwnDepositLimitMeter() {
  const { t } = useLingui()
  const { data } = useQuery(tradingProtectionQuery())
  const names: Partial<Record<OwnLimitKind, string>> = { depositDay: t`today`, depositWeek: t`this week`, depositMonth: t`this month` }
  const depositLimits = data?.limits.filter(({ kind, value }) => kinds.includes(kind) && value !== null) ?? []
  return (
    <Card flush>
      {depositLimits.map(({ kind, value, used }) => {
        const share = decimalToPlotNumber(used ?? '0') / decimalToPlotNumber(value ?? '1')
        const [taken, most, period] = [formatAmount(used ?? '0', 2), formatAmount(value, 2), names[kind] ?? '']
        return (
          <div key={kind} className={styles.meter}>
            <ProgressRing value={share} label={t`Your deposit limit`} tone={share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'plain'} />
            <span>
              <Trans>
                {taken} of your {most} USDT {period}
              </Trans>
            </span>
          </div>
        )
      })}
      <RowLink to={path.limits} title={depositLimits.length > 0 ? t`Your limits` : t`Set a limit for deposits`} />
    </Card>
  )
}
