import { useLingui } from '@lingui/react/macro'
import type { WalletAssets } from '#contract/calls/wallet.ts'
import { add, divide, isPositive, zero } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { formatPercent } from '#i18n/number.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './AssetCenter.module.css'

type Group = keyof WalletAssets['groups']
const groups: readonly Group[] = ['spot', 'contract', 'option', 'earn', 'miner', 'debt', 'ieo', 'collateral', 'frozen']
/** Most people have nothing there: shown where there is something. */
const groupsShownWhenHeld: ReadonlySet<Group> = new Set(['miner', 'debt', 'ieo', 'collateral'])

/** Where the money is: one bar, and the same in words and numbers below it. */
export function AssetAllocation({
  groups: groupTotals,
  debt,
  net,
}: {
  groups: WalletAssets['groups']
  debt: WalletAssets['totalDebt']
  net: WalletAssets['net']
}) {
  const { t } = useLingui()
  // A reply that was kept from before there was a group does not have it.
  const amountOf = Object.fromEntries(groups.map((group) => [group, groupTotals[group] ?? zero])) as WalletAssets['groups']
  const visibleGroups = groups.filter((group) => !groupsShownWhenHeld.has(group) || isPositive(amountOf[group]))
  const names: Record<Group, string> = {
    spot: t`Available`,
    contract: t`In contracts`,
    option: t`In options`,
    earn: t`Invested`,
    miner: t`Waiting for machines`,
    debt: t`Lent to projects`,
    ieo: t`In token subscriptions`,
    collateral: t`Pledged for loans`,
    frozen: t`Frozen`,
  }
  // A group below zero (a position that has lost more than its margin, until it closes) takes no room in the bar.
  const positiveTotal = groups.reduce((sum, group) => (isPositive(amountOf[group]) ? add(sum, amountOf[group]) : sum), zero)
  const shareOf = (group: Group) =>
    isPositive(positiveTotal) && isPositive(amountOf[group]) ? divide(amountOf[group], positiveTotal) : zero
  return (
    <Section title={t`Where it is`}>
      <Card>
        <div className={styles.bar} aria-hidden="true">
          {groups.map((group) => {
            const share = decimalToPlotNumber(shareOf(group))
            return share > 0 && <span key={group} data-group={group} style={{ flexGrow: share }} />
          })}
        </div>
        <dl className={styles.groups}>
          {visibleGroups.map((group) => (
            <div key={group} className={styles.group}>
              <Row as="dt" align="baseline" gap={2}>
                <span className={styles.mark} data-group={group} aria-hidden="true" />
                {names[group]}
              </Row>
              <dd>
                <MoneyAmount value={amountOf[group]} places={2} currency="USDT" hidable />
                <span className={styles.share}>{formatPercent(shareOf(group))}</span>
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

function Line({ name, value }: { name: string; value: WalletAssets['net'] }) {
  return (
    <div className={styles.group}>
      <Row as="dt" align="baseline" gap={2}>
        {name}
      </Row>
      <dd>
        <MoneyAmount value={value} places={2} currency="USDT" hidable />
        <span className={styles.share} />
      </dd>
    </div>
  )
}
