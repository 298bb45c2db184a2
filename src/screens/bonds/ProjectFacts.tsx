import { Plural, useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { debtStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { repayWords } from './projectWords.ts'

type Debt = NonNullable<Product['debt']>

/** Who borrows, what for, until when it is raised, and how it is repaid. */
export function ProjectFacts({ product, debt }: { product: Product; debt: Debt }) {
  const { t, i18n } = useLingui()
  const { currency, days, minMoney, startTime } = product
  const { borrower, purpose, target, deadline, repay, repayTime, docKey, projectStatus } = debt
  return (
    <Section title={t`The project`}>
      <Card>
        <Facts
          rows={[
            { key: 'borrower', name: t`Borrower`, value: borrower, strong: true },
            { key: 'purpose', name: t({ message: 'Purpose', context: 'of a debt' }), value: purpose },
            { key: 'target', name: t({ message: 'Target', context: 'of a debt' }), value: `${exactAmount(target)} ${currency}` },
            ...(startTime === null
              ? []
              : [
                  {
                    key: 'opens',
                    name:
                      projectStatus === debtStatus.upcoming
                        ? t({ message: 'Opens', context: 'a product or a project' })
                        : t({ message: 'Opened', context: 'a project' }),
                    value: formatTime(startTime),
                  },
                ]),
            { key: 'deadline', name: t({ message: 'Deadline', context: 'of a project' }), value: formatTime(deadline) },
            { key: 'days', name: t`Lent for`, value: <Plural value={days} one="# day" other="# days" /> },
            { key: 'repay', name: t({ message: 'Repaid', context: 'how a debt is' }), value: i18n._(repayWords[repay]) },
            ...(repayTime === null || projectStatus !== debtStatus.repaying
              ? []
              : [{ key: 'next', name: t`Next repayment`, value: formatTime(repayTime) }]),
            { key: 'least', name: t({ message: 'At least', context: 'amount' }), value: `${exactAmount(minMoney)} ${currency}` },
          ]}
        />
      </Card>
      {docKey !== null && (
        <Card flush>
          <RowLink to={path.article} search={{ id: docKey }} title={t({ message: 'Documents', context: 'of a borrower' })} />
        </Card>
      )}
    </Section>
  )
}
