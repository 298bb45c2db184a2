import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import type { EarnProduct, EarnProductDetail } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { debtProjectStatus } from '#contract/states.ts'
import { compareDecimals, isPositive, smallerDecimal, subtract } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { showToast } from '#ui/toast.ts'
import { ProductAmountField } from '#widgets/products/ProductAmountField.tsx'
import { ProductBackingText } from '#widgets/products/ProductBackingText.tsx'
import { BuyProductSheet } from '#widgets/products/BuyProductSheet.tsx'
import { BorrowerDefaultRuleText } from '#widgets/products/BorrowerDefaultRuleText.tsx'
import { ProductFaq } from '#widgets/products/ProductFaq.tsx'
import { ProductRiskList } from '#widgets/products/ProductRiskList.tsx'
import { formatExactAmount, formatFractionAsPercent } from '#widgets/products/rateText.ts'
import { useProductAmountInput } from '#widgets/products/useAmount.ts'
import { useEarnRestrictionText } from '#widgets/products/useEarnRestrictionText.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './Bonds.module.css'
import { debtRemainingToRaise, computeDebtRepaymentPlan } from './repaymentPlan.ts'
import { RepaymentPlanTable } from './RepaymentPlanTable.tsx'
import { DebtProjectFacts } from './DebtProjectFacts.tsx'
import { DebtProjectStateChip } from './DebtProjectStateChip.tsx'
import { DebtRaisedProgress } from './DebtRaisedProgress.tsx'

interface DebtProjectPageProps {
  /** A copy that was kept from before has no answers. */
  product: EarnProduct & Partial<Pick<EarnProductDetail, 'faq'>>
  debt: NonNullable<EarnProduct['debt']>
  tone: 'demo' | undefined
  chips: ReactNode
}

/** Who borrows, what for, what is agreed and what can be lost; an amount with every repayment; then the review. */
export function DebtProjectPage({ product, debt, tone, chips }: DebtProjectPageProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const accountType = useAccountType()
  // No more than what is still missing.
  const missing = debtRemainingToRaise(debt)
  const offered = { ...product, minMoney: smallerDecimal(product.minMoney, missing), maxMoney: smallerDecimal(product.maxMoney, missing) }
  const typed = useProductAmountInput(offered)
  const crumbs = useCrumbsFlaw(product, missing, typed.money)
  const amount = { ...typed, error: typed.error ?? crumbs }
  const stopped = useEarnRestrictionText(product)
  const [intent, setIntent] = useState<{ productId: string; accountType: 1 | 2; money: string }>()
  const isAsking = debt.projectStatus === debtProjectStatus.raising || debt.projectStatus === debtProjectStatus.upcoming
  const example = asDecimal(amount.money || '1000')
  const lost = formatExactAmount(example)
  const inWords = t`It is in. You can take it back until the target is reached.`
  const review = () => {
    if (amount.money === '') return field.current?.focus()
    setIntent({ productId: product.id, accountType, money: amount.money })
  }
  return (
    <ScreenLayout
      title={product.name}
      back={path.bonds}
      tone={tone}
      chips={chips}
      bottom={
        isAsking && (
          <Button size="large" wide disabled={stopped !== undefined || amount.error !== undefined} reason={stopped} onClick={review}>
            {amount.money === '' ? <Trans>Choose an amount</Trans> : <Trans>Review</Trans>}
          </Button>
        )
      }
    >
      <Head debt={debt} currency={product.currency} />
      {product.backing.kind === 'simulated' && <ExampleBorrower />}
      <DebtProjectFacts product={product} debt={debt} />
      <Section title={t`Repayments as agreed`}>
        <Card>
          <Grid gap={3}>
            {isAsking && <ProductAmountField product={offered} amount={amount} ref={field} />}
            <RepaymentPlanTable plan={computeDebtRepaymentPlan(example, debt, product.days)} currency={product.currency} />
            {isAsking && (
              <Notice tone="brass" className="text-small">
                <Trans>
                  If the borrower repays nothing, you lose {lost} {product.currency}. We do not make up for it.
                </Trans>
              </Notice>
            )}
          </Grid>
        </Card>
      </Section>
      <RisksAndBacking product={product} />
      {intent && (
        <BuyProductSheet
          name={product.name}
          order={intent}
          onCancel={() => setIntent(undefined)}
          toast={inWords}
          onBought={({ id }) => {
            showToast(inWords, { tone: 'good' })
            void navigate({ to: path.bondOrders, search: { id } })
          }}
        />
      )}
    </ScreenLayout>
  )
}

function ExampleBorrower() {
  return (
    <Card tone="warn">
      <p>
        <Trans>An example borrower of the sandbox. No such project exists.</Trans>
      </p>
    </Card>
  )
}

/** What is left must be nothing or enough for one more: otherwise the target could never be reached. */
function useCrumbsFlaw({ minMoney, currency }: EarnProduct, missing: Decimal, money: string): string | undefined {
  const { t } = useLingui()
  if (money === '') return undefined
  const rest = subtract(missing, asDecimal(money))
  const [all, least] = [formatExactAmount(missing), formatExactAmount(minMoney)]
  return isPositive(rest) && compareDecimals(rest, minMoney) < 0
    ? t`Take all ${all} ${currency}, or leave ${least} ${currency} or more for others`
    : undefined
}

function RisksAndBacking({ product }: Pick<DebtProjectPageProps, 'product'>) {
  const { t } = useLingui()
  return (
    <>
      <Section title={t`What can go wrong`}>
        <Grid as={Card} gap={3}>
          <ProductRiskList product={product} />
          <Text tone="muted">
            <BorrowerDefaultRuleText />
          </Text>
        </Grid>
      </Section>
      <Section title={t`What stands behind it`}>
        <Card>
          <p>
            <ProductBackingText backing={product.backing} />
          </p>
        </Card>
      </Section>
      <ProductFaq faq={product.faq} />
      <Card flush>
        <RowLink to={path.bondOrders} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
      </Card>
    </>
  )
}

function Head({ debt, currency }: { debt: DebtProjectPageProps['debt']; currency: string }) {
  const rate = formatFractionAsPercent(debt.annualRate)
  return (
    <Card>
      <Grid gap={3}>
        <Grid center gap={1} className={styles.hero}>
          <DebtProjectStateChip debt={debt} />
          <Text as="strong" size="h1" weight="strong" tabular>
            {rate}
          </Text>
          <Text as="span" tone="muted">
            <Trans>Interest in a year, if the borrower pays as agreed</Trans>
          </Text>
        </Grid>
        <DebtRaisedProgress debt={debt} currency={currency} />
      </Grid>
    </Card>
  )
}
