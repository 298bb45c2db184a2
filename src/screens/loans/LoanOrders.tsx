import { createFileRoute } from '@tanstack/react-router'
import { readLoanOrderSearchParams } from './loanOrderSearch.ts'
import { LoanDetail } from './LoanDetail.tsx'
import { LoanList } from './LoanList.tsx'

export const Route = createFileRoute('/_signedIn/jiedaiOrder')({ component: LoanOrders, validateSearch: readLoanOrderSearchParams })

/** All loans, or with `?id=` one of them. */
function LoanOrders() {
  const { id, show } = Route.useSearch()
  return id === undefined ? <LoanList hasEnded={show === 'ended'} /> : <LoanDetail key={id} id={id} />
}
