import { TextInput } from 'react-admin';
import { EditPage } from '../../detail/edit-page.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';

const orNull = (text: string): string | null => text || null;

export const show = () => (
  <ShowPage>
    <Facts>
      <Fact name="number">
        <Words source="number" />
      </Fact>
      <Fact name="stops">
        <Words source="stopsCount" />
      </Fact>
      <Fact name="changed">
        <When source="updatedAt" />
      </Fact>
      <Fact name="title" wide>
        <Words source="title" />
      </Fact>
      <Fact name="description" wide>
        <Words source="description" />
      </Fact>
    </Facts>
  </ShowPage>
);

export const edit = () => (
  <EditPage>
    <TextInput source="title" parse={orNull} />
    <TextInput source="description" multiline minRows={4} parse={orNull} />
  </EditPage>
);
