import { Trans, useLingui } from '@lingui/react/macro'
import { content } from '#contract/calls/content.ts'
import { Chip } from '#ui/Chip.tsx'
import { PagedAccordionList } from './PagedAccordionList.tsx'
import { AccordionItem } from './AccordionItem.tsx'

/** What was announced, newest first; the important ones marked in brass. */
export function AnnouncementList() {
  const { t } = useLingui()
  return (
    <PagedAccordionList call={content.announcements} empty={t`Announcements will be here.`} failed={t`The announcements did not load`}>
      {(item) => (
        <AccordionItem
          key={item.id}
          title={item.title}
          summary={item.msgAbstract}
          html={item.msgContent}
          at={item.sendTime}
          lang={item.lang}
          mark={
            item.priority === 'H' && (
              <Chip tone="brass">
                <Trans>Important</Trans>
              </Chip>
            )
          }
        />
      )}
    </PagedAccordionList>
  )
}
