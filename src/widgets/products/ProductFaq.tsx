import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { EarnProductDetail } from '#contract/calls/products.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { ArticleBody } from '../content/ArticleBody.tsx'
import styles from './ProductFaq.module.css'

/** What people ask about a kind of product, each answer folded away. Nothing where a copy was kept from before there were any. */
export function ProductFaq({ faq = [] }: { faq: EarnProductDetail['faq'] | undefined }) {
  if (faq.length === 0) return null
  return (
    <Section title={<Trans>Questions and answers</Trans>}>
      <Card flush>
        {faq.map((one) => (
          <Answer key={one.question} {...one} />
        ))}
      </Card>
    </Section>
  )
}

function Answer({ question, answer }: EarnProductDetail['faq'][number]) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <details className={styles.answer} onToggle={() => setIsOpened(true)}>
      <summary>
        <span>{question}</span>
      </summary>
      {isOpened && (
        <div className={styles.text}>
          <ArticleBody html={answer} scale={0.9375} />
        </div>
      )}
    </details>
  )
}
