import { Trans, useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { useApiWrite } from '#api/mutation.ts'
import { support, type SupportTicket } from '#contract/calls/support.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import styles from './Support.module.css'
import { supportTicketStatus, useAnswerDeadlineFormatter } from './ticketState.ts'

/** How it stands: by when staff answer, or that it is answered or closed, and the way to close it. */
export function SupportTicketStatusPanel({ ticket, isOffline }: { ticket: SupportTicket; isOffline: boolean }) {
  const { t } = useLingui()
  const promise = useAnswerDeadlineFormatter()(ticket)
  const env = useSystemSettings()?.env
  const close = useApiWrite(support.closeTicket, { errors: 'inline' })
  const isClosed = ticket.status === supportTicketStatus.closed
  return (
    <div className={styles.standing}>
      <p className={styles.quiet} role="status">
        {isClosed ? (
          <Trans>This conversation is closed. Writing opens it again.</Trans>
        ) : ticket.status === supportTicketStatus.answered ? (
          <Trans>Answered. If it is not solved, write again.</Trans>
        ) : (
          <>
            {promise} {env === 'sandbox' && <Trans>In this sandbox there may be nobody on duty.</Trans>}
          </>
        )}
      </p>
      {!isClosed && (
        <Button
          kind="quiet"
          size="small"
          busy={close.isPending}
          disabled={isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={() => close.mutate({ body: { id: ticket.id } })}
        >
          <Trans>It is solved: close it</Trans>
        </Button>
      )}
      <ErrorMessage failure={close.error} />
    </div>
  )
}
