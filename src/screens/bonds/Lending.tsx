import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useBook } from '#api/book.ts'
import { newRequestId } from '#api/mutation.ts'
import type { Product } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { debtStatus } from '#contract/states.ts'
import { compare, isPositive, smaller, subtract } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.ts'
import { AmountField } from '#widgets/products/AmountField.tsx'
import { BackingLine } from '#widgets/products/BackingLine.tsx'
import { BuySheet } from '#widgets/products/BuySheet.tsx'
import { DefaultRule } from '#widgets/products/DefaultRule.tsx'
import { ProductRisks } from '#widgets/products/ProductRisks.tsx'
import { exactAmount, percentText } from '#widgets/products/rateText.ts'
import { useAmount } from '#widgets/products/useAmount.ts'
import { useEarnStop } from '#widgets/products/useEarnStop.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Bonds.module.css'
import { missingOf, planOf } from './plan.ts'
import { PlanTable } from './PlanTable.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'
import { ProjectState } from './ProjectState.tsx'
import { Raised } from './Raised.tsx'

interface LendingProps {
  product: Product
  debt: NonNullable<Product['debt']>
  tone: 'demo' | undefined
  chips: ReactNode
}

/** Who borrows, what for, what is agreed and what can be lost; an amount with every repayment; then the review. */
export function Lending({ product, debt, tone, chips }: LendingProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const accountType = useBook()
  // No more than what is still missing.
  const missing = missingOf(debt)
  const offered = { ...product, minMoney: smaller(product.minMoney, missing), maxMoney: smaller(product.maxMoney, missing) }
  const typed = useAmount(offered)
  const crumbs = useCrumbsFlaw(product, missing, typed.money)
  const amount = { ...typed, flaw: typed.flaw ?? crumbs }
  const stopped = useEarnStop(product)
  const [intent, setIntent] = useState<{ order: { productId: string; accountType: 1 | 2; money: string }; requestId: string }>()
  const isAsking = debt.projectStatus === debtStatus.raising || debt.projectStatus === debtStatus.upcoming
  const example = asDecimal(amount.money || '1000')
  const [lost, rate] = [exactAmount(example), percentText(debt.annualRate)]
  const review = () => {
    if (amount.money === '') return field.current?.focus()
    setIntent({ order: { productId: product.id, accountType, money: amount.money }, requestId: newRequestId() })
  }
  return (
    <ScreenLayout
      title={product.name}
      back={path.bonds}
      tone={tone}
      chips={chips}
      bottom={
        isAsking && (
          <Button size="large" wide disabled={stopped !== undefined || amount.flaw !== undefined} reason={stopped} onClick={review}>
            {amount.money === '' ? <Trans>Choose an amount</Trans> : <Trans>Review</Trans>}
          </Button>
        )
      }
    >
      <Card>
        <div className={styles.stack}>
          <div className={styles.hero}>
            <ProjectState debt={debt} />
            <strong className={styles.amount}>{rate}</strong>
            <span className={styles.quiet}>
              <Trans>Interest in a year, if the borrower pays as agreed</Trans>
            </span>
          </div>
          <Raised debt={debt} currency={product.currency} />
        </div>
      </Card>
      {product.backing.kind === 'simulated' && (
        <Card tone="warn">
          <p>
            <Trans>An example borrower of the sandbox. No such project exists.</Trans>
          </p>
        </Card>
      )}
      <ProjectFacts product={product} debt={debt} />
      <Section title={t`Repayments as agreed`}>
        <Card>
          <div className={styles.stack}>
            {isAsking && <AmountField product={offered} amount={amount} ref={field} />}
            <PlanTable plan={planOf(example, debt, product.days)} currency={product.currency} />
            {isAsking && (
              <p className={styles.worst}>
                <Trans>
                  If the borrower repays nothing, you lose {lost} {product.currency}. We do not make up for it.
                </Trans>
              </p>
            )}
          </div>
        </Card>
      </Section>
      <Section title={t`What can go wrong`}>
        <Card className={styles.stack}>
          <ProductRisks product={product} />
          <p className={styles.quiet}>
            <DefaultRule />
          </p>
        </Card>
      </Section>
      <Section title={t`What stands behind it`}>
        <Card>
          <p>
            <BackingLine backing={product.backing} />
          </p>
        </Card>
      </Section>
      <Card flush>
        <RowLink to={path.bondOrders} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
      </Card>
      {intent && (
        <BuySheet
          key={intent.requestId}
          name={product.name}
          order={intent.order}
          requestId={intent.requestId}
          onCancel={() => setIntent(undefined)}
          onBought={({ id }) => {
            toast(t`It is in. You can take it back until the target is reached.`, { tone: 'good' })
            void navigate({ to: path.bondOrders, search: { id } })
          }}
        />
      )}
    </ScreenLayout>
  )
}

/** What is left must be nothing or enough for one more: otherwise the target could never be reached. */
function useCrumbsFlaw({ minMoney, currency }: Product, missing: Decimal, money: string): string | undefined {
  const { t } = useLingui()
  if (money === '') return undefined
  const rest = subtract(missing, asDecimal(money))
  const [all, least] = [exactAmount(missing), exactAmount(minMoney)]
  return isPositive(rest) && compare(rest, minMoney) < 0
    ? t`Take all ${all} ${currency}, or leave ${least} ${currency} or more for others`
    : undefined
}
