import { Trans, useLingui } from '@lingui/react/macro'
import { content } from '#contract/calls/content.ts'
import { Chip } from '#ui/Chip.tsx'
import { PagedAccordionList } from './PagedAccordionList.tsx'
import { AccordionItem } from './AccordionItem.tsx'

/** The standing notices, the pinned one first; the one that was asked for is open. */
export function StandingNoticeList({ requestedId }: { requestedId?: string | undefined }) {
  const { t } = useLingui()
  return (
    <PagedAccordionList call={content.notices} empty={t`Notices will be here.`} failed={t`The notices did not load`}>
      {(item) => (
        <AccordionItem
          key={item.id}
          title={item.title}
          html={item.content}
          at={item.publishTime}
          lang={item.lang}
          isRequested={item.id === requestedId}
          mark={
            item.pinned && (
              <Chip>
                <Trans>Pinned</Trans>
              </Chip>
            )
          }
        />
      )}
    </PagedAccordionList>
  )
}
