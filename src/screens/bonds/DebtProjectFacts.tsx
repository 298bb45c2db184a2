import { Plural, useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { debtProjectStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { debtRepaymentMethodLabels } from './projectWords.ts'

type Debt = NonNullable<EarnProduct['debt']>

/** Who borrows, what for, until when it is raised, and how it is repaid. */
export function DebtProjectFacts({ product, debt }: { product: EarnProduct; debt: Debt }) {
  const { t, i18n } = useLingui()
  const { currency, days, minMoney, startTime } = product
  const { borrower, purpose, target, deadline, repay, repayTime, docKey, projectStatus } = debt
  return (
    <Section title={t`The project`}>
      <Card>
        <DescriptionList
          rows={[
            { key: 'borrower', name: t`Borrower`, value: borrower, strong: true },
            { key: 'purpose', name: t({ message: 'Purpose', context: 'of a debt' }), value: purpose },
            { key: 'target', name: t({ message: 'Target', context: 'of a debt' }), value: `${formatExactAmount(target)} ${currency}` },
            ...(startTime === null
              ? []
              : [
                  {
                    key: 'opens',
                    name:
                      projectStatus === debtProjectStatus.upcoming
                        ? t({ message: 'Opens', context: 'a product or a project' })
                        : t({ message: 'Opened', context: 'a project' }),
                    value: formatDateTime(startTime),
                  },
                ]),
            { key: 'deadline', name: t({ message: 'Deadline', context: 'of a project' }), value: formatDateTime(deadline) },
            { key: 'days', name: t`Lent for`, value: <Plural value={days} one="# day" other="# days" /> },
            { key: 'repay', name: t({ message: 'Repaid', context: 'how a debt is' }), value: i18n._(debtRepaymentMethodLabels[repay]) },
            ...(repayTime === null || projectStatus !== debtProjectStatus.repaying
              ? []
              : [{ key: 'next', name: t`Next repayment`, value: formatDateTime(repayTime) }]),
            { key: 'least', name: t({ message: 'At least', context: 'amount' }), value: `${formatExactAmount(minMoney)} ${currency}` },
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
