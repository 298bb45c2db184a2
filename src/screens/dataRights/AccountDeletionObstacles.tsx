import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { AccountDeletionStatus } from '#contract/calls/dataRights.ts'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { ListRowContent, pressableListRowClassNames } from '#ui/ListRow.tsx'

type Obstacle = AccountDeletionStatus['obstacles'][number]

/** What has to be over before an account can go, each with the way to where it is looked after. */
export function AccountDeletionObstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const { t } = useLingui()
  const router = useRouter()
  const words: Record<Obstacle['kind'], string> = {
    balance: t`There is money in the account: withdraw it`,
    position: t`Open positions: close them`,
    order: t`Waiting orders: cancel them`,
    product: t`Running products: leave them or let them end`,
    loan: t`Open loans: repay them`,
    deposit: t`A deposit is on its way`,
    withdrawal: t`A withdrawal is on its way`,
    competition: t`You are in a competition: leave it`,
  }
  const go = (event: MouseEvent, link: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.push(link)
  }
  return (
    <ul>
      {obstacles.map(({ kind, link }) => (
        <li key={link + kind}>
          <a href={link} className={pressableListRowClassNames} onClick={(event) => go(event, link)}>
            <ListRowContent title={words[kind]} trailing={<ChevronRightIcon />} />
          </a>
        </li>
      ))}
    </ul>
  )
}
