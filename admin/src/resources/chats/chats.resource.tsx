import { Facts, ShowPage } from '../../detail/show-page.tsx';
import { count, person, when } from '../../fields/field.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { Disclosure } from './disclosure.tsx';

const fields = [
  person('accountId', { label: 'Of', small: 'primary' }),
  count('messagesCount', { label: 'Messages', small: 'tertiary' }),
  when('createdAt', { label: 'Begun' }),
  when('lastMessageAt', { label: 'Last message', small: 'secondary' }),
];

export const list = () => <ListPage fields={fields} filters={['accountId', 'lastMessageAt']} />;

export const show = () => (
  <ShowPage>
    <Facts of={fields} />
    <Disclosure />
  </ShowPage>
);
