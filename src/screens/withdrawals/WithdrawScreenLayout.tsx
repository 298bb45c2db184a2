import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { WithdrawalPayoutTimes } from './WithdrawalPayoutTimes.tsx'

interface WithdrawScreenLayoutProps {
  chips?: ReactNode
  bottom?: ReactNode
  children: ReactNode
}

/** The screen around whatever can be done now; the book and the explanation are always in reach. */
export function WithdrawScreenLayout({ chips, bottom, children }: WithdrawScreenLayoutProps) {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t({ message: 'Withdraw', context: 'title of the screen' })} back={path.assetCenter} chips={chips} bottom={bottom}>
      {children}
      <Card flush>
        <RowLink to={path.addressBook} title={t`Address book`} />
        <RowLink to={path.bankAccounts} title={t`Bank accounts`} />
        <RowLink to={path.article} search={{ id: 'withdrawals' }} title={t`How withdrawals work`} subtitle={<WithdrawalPayoutTimes />} />
      </Card>
    </ScreenLayout>
  )
}
