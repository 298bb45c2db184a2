import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { type EarnProduct, type EarnProductDetail, products } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals, multiply, smallerDecimal } from '#rules/decimal.ts'
import { swapBridgeCurrency } from '#rules/swap.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ProductBackingText } from '#widgets/products/ProductBackingText.tsx'
import { BuyProductSheet } from '#widgets/products/BuyProductSheet.tsx'
import { ProductFaq } from '#widgets/products/ProductFaq.tsx'
import { ProductRiskList } from '#widgets/products/ProductRiskList.tsx'
import type { ArbitragePledgeQuantType } from '#widgets/products/productSearch.ts'
import { ProductRateText } from '#widgets/products/ProductRateText.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ProductAmountField } from '#widgets/products/ProductAmountField.tsx'
import { ProductScenarios } from './ProductScenarios.tsx'
import { ProductDaysSection } from './ProductDaysSection.tsx'
import { Grid } from '#ui/Grid.tsx'
import { UnitValueLine } from './UnitValueLine.tsx'
import { ProductFacts } from './ProductFacts.tsx'
import { summarizeBackTestIfNoRecentRates } from './backTestSummary.ts'
import { useProductAmountInput } from '#widgets/products/useAmount.ts'
import { useEarnRestrictionText } from '#widgets/products/useEarnRestrictionText.ts'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { useEarnProductIntroFormatter, useEarnTypeNameAndArticle } from './useEarnWords.ts'

interface ProductPageProps {
  /** A copy that was kept from before has neither. */
  product: EarnProduct & Partial<Pick<EarnProductDetail, 'faq' | 'terms'>>
  tone: 'demo' | undefined
  chips: ReactNode
}

/** All of the past that a fund has: two years of back-test and what came after. */
const fundDays = 800

/** What the cases are shown for until an amount is typed. */
const exampleOf = ({ minMoney, maxMoney }: EarnProduct): Decimal => smallerDecimal(multiply(minMoney, '100'), maxMoney)

/** A product's page: what its days were like, an amount with its cases, where it comes from, what can go wrong; then the review. */
export function ProductPage({ product, tone, chips }: ProductPageProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const accountType = useAccountType()
  const type = product.type as ArbitragePledgeQuantType
  const { article } = useEarnTypeNameAndArticle(type)
  const intro = useEarnProductIntroFormatter()(product)
  const isFund = product.rateKind === 'nav'
  const days = useQuery(apiReadQuery(products.productDays, { id: product.id, accountType, days: isFund ? fundDays : 30 }))
  const amount = useProductAmountInput(product)
  const { currency } = product
  const isShort =
    currency !== swapBridgeCurrency && amount.available !== undefined && compareDecimals(amount.available, product.minMoney) < 0
  const stopped = useEarnRestrictionText(product)
  const [intent, setIntent] = useState<{ productId: string; accountType: 1 | 2; money: string }>()
  const review = () => {
    if (amount.money === '') return field.current?.focus()
    setIntent({ productId: product.id, accountType, money: amount.money })
  }
  return (
    <ScreenLayout
      title={product.name}
      back={path.earnProducts}
      tone={tone}
      chips={chips}
      bottom={
        <Button size="large" wide disabled={stopped !== undefined || amount.error !== undefined} reason={stopped} onClick={review}>
          {amount.money === '' ? <Trans>Choose an amount</Trans> : <Trans>Review</Trans>}
        </Button>
      }
    >
      <Card>
        <Grid gap={3}>
          {isFund ? (
            <UnitValueLine product={product} />
          ) : (
            <ProductRateText product={product} backtest={summarizeBackTestIfNoRecentRates(product, days.data)} />
          )}
          <ProductFacts product={product} terms={product.terms} />
          <UpcomingTermChangesNotice of={[{ area: 'product', subject: product.id }]} />
        </Grid>
      </Card>
      <Section title={t`What it would have brought`}>
        <Card>
          <Grid gap={3}>
            <ProductAmountField product={product} amount={amount} ref={field} />
            {isShort && (
              <ButtonLink to={path.swap} search={{ from: swapBridgeCurrency, to: currency }} kind="secondary">
                <Trans>Swap for {currency}</Trans>
              </ButtonLink>
            )}
            <ProductScenarios
              product={product}
              days={days.data}
              money={amount.money === '' ? exampleOf(product) : asDecimal(amount.money)}
            />
          </Grid>
        </Card>
      </Section>
      <ProductDaysSection product={product} days={days} />
      <Section title={t`Where it comes from`}>
        {intro && (
          <Card>
            <p>{intro}</p>
          </Card>
        )}
        {!product.faq && (
          <Card flush>
            <RowLink to={path.article} search={{ id: article }} title={t`How it works, and what can go wrong`} />
          </Card>
        )}
      </Section>
      <Section title={t`What can go wrong`}>
        <Card>
          <ProductRiskList product={product} />
        </Card>
      </Section>
      <Section title={t`What stands behind it`}>
        <Card>
          <p>
            <ProductBackingText backing={product.backing} />
          </p>
        </Card>
      </Section>
      <ProductFaq faq={product.faq} />
      {intent && (
        <BuyProductSheet
          name={product.name}
          order={intent}
          onCancel={() => setIntent(undefined)}
          onBought={({ id }) => void navigate({ to: path.earnReceipt, search: { type, id } })}
        />
      )}
    </ScreenLayout>
  )
}
