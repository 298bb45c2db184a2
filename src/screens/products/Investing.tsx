import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useBook } from '#api/book.ts'
import { newRequestId } from '#api/mutation.ts'
import { query } from '#api/query.ts'
import { type Product, products } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compare, multiply, smaller } from '#rules/decimal.ts'
import { swapCurrency } from '#rules/swap.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { BackingLine } from '#widgets/products/BackingLine.tsx'
import { BuySheet } from '#widgets/products/BuySheet.tsx'
import { ProductRisks } from '#widgets/products/ProductRisks.tsx'
import type { EarnType } from '#widgets/products/productSearch.ts'
import { RateLine } from '#widgets/products/RateLine.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AmountField } from '#widgets/products/AmountField.tsx'
import { Cases } from './Cases.tsx'
import { DaysSection } from './DaysSection.tsx'
import styles from './Earn.module.css'
import { NavLine } from './NavLine.tsx'
import { ProductFacts } from './ProductFacts.tsx'
import { testedOf } from './testedOf.ts'
import { useAmount } from '#widgets/products/useAmount.ts'
import { useEarnStop } from '#widgets/products/useEarnStop.ts'
import { useEarnIntro, useEarnWords } from './useEarnWords.ts'

interface InvestingProps {
  product: Product
  tone: 'demo' | undefined
  chips: ReactNode
}

/** All of the past that a fund has: two years of back-test and what came after. */
const fundDays = 800

/** What the cases are shown for until an amount is typed. */
const exampleOf = ({ minMoney, maxMoney }: Product): Decimal => smaller(multiply(minMoney, '100'), maxMoney)

/** A product's page: what its days were like, an amount with its cases, where it comes from, what can go wrong; then the review. */
export function Investing({ product, tone, chips }: InvestingProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const accountType = useBook()
  const type = product.type as EarnType
  const { article } = useEarnWords(type)
  const intro = useEarnIntro()(product)
  const isFund = product.rateKind === 'nav'
  const days = useQuery(query(products.productDays, { id: product.id, accountType, days: isFund ? fundDays : 30 }))
  const amount = useAmount(product)
  const { currency } = product
  const isShort = currency !== swapCurrency && amount.available !== undefined && compare(amount.available, product.minMoney) < 0
  const stopped = useEarnStop(product)
  const [intent, setIntent] = useState<{ order: { productId: string; accountType: 1 | 2; money: string }; requestId: string }>()
  const review = () => {
    if (amount.money === '') return field.current?.focus()
    setIntent({ order: { productId: product.id, accountType, money: amount.money }, requestId: newRequestId() })
  }
  return (
    <ScreenLayout
      title={product.name}
      back={path.earnProducts}
      tone={tone}
      chips={chips}
      bottom={
        <Button size="large" wide disabled={stopped !== undefined || amount.flaw !== undefined} reason={stopped} onClick={review}>
          {amount.money === '' ? <Trans>Choose an amount</Trans> : <Trans>Review</Trans>}
        </Button>
      }
    >
      <Card>
        <div className={styles.stack}>
          {isFund ? <NavLine product={product} /> : <RateLine product={product} tested={testedOf(product, days.data)} />}
          <ProductFacts product={product} />
        </div>
      </Card>
      <Section title={t`What it would have brought`}>
        <Card>
          <div className={styles.stack}>
            <AmountField product={product} amount={amount} ref={field} />
            {isShort && (
              <ButtonLink to={path.swap} search={{ from: swapCurrency, to: currency }} kind="secondary">
                <Trans>Swap for {currency}</Trans>
              </ButtonLink>
            )}
            <Cases product={product} days={days.data} money={amount.money === '' ? exampleOf(product) : asDecimal(amount.money)} />
          </div>
        </Card>
      </Section>
      <DaysSection product={product} days={days} />
      <Section title={t`Where it comes from`}>
        {intro && (
          <Card>
            <p>{intro}</p>
          </Card>
        )}
        <Card flush>
          <RowLink to={path.article} search={{ id: article }} title={t`How it works, and what can go wrong`} />
        </Card>
      </Section>
      <Section title={t`What can go wrong`}>
        <Card>
          <ProductRisks product={product} />
        </Card>
      </Section>
      <Section title={t`What stands behind it`}>
        <Card>
          <p>
            <BackingLine backing={product.backing} />
          </p>
        </Card>
      </Section>
      {intent && (
        <BuySheet
          key={intent.requestId}
          name={product.name}
          order={intent.order}
          requestId={intent.requestId}
          onCancel={() => setIntent(undefined)}
          onBought={({ id }) => void navigate({ to: path.earnReceipt, search: { type, id } })}
        />
      )}
    </ScreenLayout>
  )
}
