import { useLingui } from '@lingui/react/macro'
import type { Assets } from '#contract/calls/wallet.ts'
import { add, divide, isPositive, zero } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { formatShare } from '#i18n/number.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Amount } from '#widgets/Amount.tsx'
import styles from './AssetCenter.module.css'

type Group = keyof Assets['groups']
const groups: readonly Group[] = ['spot', 'contract', 'option', 'earn', 'collateral', 'frozen']

/** Where the money is: one bar, and the same in words and numbers below it. */
export function Allocation({ groups: given, debt, net }: { groups: Assets['groups']; debt: Assets['totalDebt']; net: Assets['net'] }) {
  const { t } = useLingui()
  // A reply that was kept from before there were options, earn products or loans has no such group.
  const held: Assets['groups'] = { ...given, option: given.option ?? zero, earn: given.earn ?? zero, collateral: given.collateral ?? zero }
  // Most people have pledged nothing.
  const shown = groups.filter((group) => group !== 'collateral' || isPositive(held.collateral))
  const names: Record<Group, string> = {
    spot: t`Available`,
    contract: t`In contracts`,
    option: t`In options`,
    earn: t`Invested`,
    collateral: t`Pledged for loans`,
    frozen: t`Frozen`,
  }
  // A group below zero (a position that has lost more than its margin, until it closes) takes no room in the bar.
  const whole = groups.reduce((sum, group) => (isPositive(held[group]) ? add(sum, held[group]) : sum), zero)
  const shareOf = (group: Group) => (isPositive(whole) && isPositive(held[group]) ? divide(held[group], whole) : zero)
  return (
    <Section title={t`Where it is`}>
      <Card>
        <div className={styles.bar} aria-hidden="true">
          {groups.map((group) => {
            const share = toPlotNumber(shareOf(group))
            return share > 0 && <span key={group} data-group={group} style={{ flexGrow: share }} />
          })}
        </div>
        <dl className={styles.groups}>
          {shown.map((group) => (
            <div key={group} className={styles.group}>
              <dt>
                <span className={styles.mark} data-group={group} aria-hidden="true" />
                {names[group]}
              </dt>
              <dd>
                <Amount value={held[group]} places={2} currency="USDT" hidable />
                <span className={styles.share}>{formatShare(shareOf(group))}</span>
              </dd>
            </div>
          ))}
          {isPositive(debt) && (
            <>
              <Line name={t`Owed on loans`} value={debt} />
              <Line name={t`Yours after loans`} value={net} />
            </>
          )}
        </dl>
      </Card>
    </Section>
  )
}

function Line({ name, value }: { name: string; value: Assets['net'] }) {
  return (
    <div className={styles.group}>
      <dt>{name}</dt>
      <dd>
        <Amount value={value} places={2} currency="USDT" hidable />
        <span className={styles.share} />
      </dd>
    </div>
  )
}
