import { DataTable, FunctionField, ReferenceField } from 'react-admin';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { Person } from '../../fields/person.tsx';
import { Thing } from '../../fields/thing.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { humanize } from '../../lib/humanize.ts';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';

const who = <Person source="actorId" empty="The product" />;
const what = <FunctionField render={({ action }) => humanize(String(action))} />;
const thing = <Thing type="subjectType" id="subjectId" />;
const fields = <FunctionField render={({ fields }) => (Array.isArray(fields) ? fields.join(', ') : '')} />;
const job = <ReferenceField source="jobId" reference="jobs" link="show" emptyText="–" />;

export const list = () => (
  <ListPage filters={filtersOf('audit', 'action', 'subjectType', 'at')} small={{ primary: what, secondary: who, tertiary: <When source="at" /> }}>
    <DataTable.Col source="at" label="When">
      <When source="at" />
    </DataTable.Col>
    <DataTable.Col source="actorId" label="Who" disableSort>
      {who}
    </DataTable.Col>
    <DataTable.Col source="role" label="As" disableSort>
      <Words source="role" />
    </DataTable.Col>
    <DataTable.Col source="action" label="What" disableSort>
      {what}
    </DataTable.Col>
    <DataTable.Col source="subjectId" label="Of what" disableSort>
      {thing}
    </DataTable.Col>
    <DataTable.Col source="fields" label="Fields" disableSort>
      {fields}
    </DataTable.Col>
    <DataTable.Col source="jobId" label="Job" disableSort>
      {job}
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="when">
        <When source="at" />
      </Fact>
      <Fact name="who">{who}</Fact>
      <Fact name="as">
        <Words source="role" />
      </Fact>
      <Fact name="what">{what}</Fact>
      <Fact name="ofWhat">{thing}</Fact>
      <Fact name="fields">{fields}</Fact>
      <Fact name="job">{job}</Fact>
    </Facts>
  </ShowPage>
);
