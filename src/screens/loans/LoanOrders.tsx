import { createFileRoute } from '@tanstack/react-router'
import { readLoanOrderSearch } from './loanOrderSearch.ts'
import { LoanDetail } from './LoanDetail.tsx'
import { LoanList } from './LoanList.tsx'

export const Route = createFileRoute('/_signedIn/jiedaiOrder')({ component: LoanOrders, validateSearch: readLoanOrderSearch })

/** All loans, or with `?id=` one of them (product §4.2 row 23). */
function LoanOrders() {
  const { id, show } = Route.useSearch()
  return id === undefined ? <LoanList hasEnded={show === 'ended'} /> : <LoanDetail key={id} id={id} />
}
